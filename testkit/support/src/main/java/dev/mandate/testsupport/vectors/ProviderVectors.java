package dev.mandate.testsupport.vectors;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Test vectors by the file's name. Some are part of the project; others may lie in a folder beside it. */
public final class ProviderVectors {

    /** As seen from a module's folder, where Maven runs its tests. */
    private static final Path BESIDE = Path.of("../../shared/vectors");

    private ProviderVectors() {}

    /** The cases of a file that is part of the project. */
    public static Collection<JsonNode> cases(String name) {
        try (InputStream file = ProviderVectors.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("no vectors " + name);
            }
            return cases(JsonMapper.shared().readTree(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The content of a file beside the project; none if it is not there. */
    public static Option<JsonNode> beside(String name) {
        Path file = BESIDE.resolve(name);
        return Option.when(Files.exists(file), () -> JsonMapper.shared().readTree(file.toFile()));
    }

    /** The cases in a file. A file without cases is an error, so that no test passes without data. */
    public static Collection<JsonNode> cases(JsonNode file) {
        Collection<JsonNode> cases = file.path("cases").values();
        if (cases.isEmpty()) {
            throw new IllegalStateException("no cases");
        }
        return cases;
    }

    public static String text(JsonNode vector, String field) {
        return vector.path(field).stringValue();
    }

    /** The bytes that a field spells in hexadecimal digits. */
    public static Bytes hex(JsonNode vector, String field) {
        return Bytes.ofHex(text(vector, field));
    }

    /** The bytes that a field spells in base64. */
    public static Bytes base64(JsonNode vector, String field) {
        return Bytes.of(Base64.getDecoder().decode(text(vector, field)));
    }
}
