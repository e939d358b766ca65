package dev.mandate.solana;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the checked-in output of the scripts in {@code src/test/vectors}. */
@NullMarked
public final class Vectors {

    private Vectors() {}

    /** Returns the list {@code key} of the file {@code name}. A missing or empty list is an error, so that no test passes without data. */
    public static Iterable<JsonNode> read(String name, String key) {
        try (InputStream file = Vectors.class.getResourceAsStream("/vectors/" + name)) {
            if (file == null) {
                throw new IllegalStateException("no vectors " + name);
            }
            JsonNode list = JsonMapper.shared().readTree(file).path(key);
            if (list.isEmpty()) {
                throw new IllegalStateException("no " + key + " in " + name);
            }
            return list.values();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static Address address(JsonNode node, String field) {
        return Address.of(node.path(field).asString());
    }

    public static Bytes bytes(JsonNode node, String field) {
        return Bytes.ofHex(node.path(field).asString());
    }
}
