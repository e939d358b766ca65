package dev.mandate.adapters.store.migration;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One step of a store's schema.
 *
 * @param number from 1, without a gap
 * @param name of its file
 * @param sql statements, each ending with a semicolon at the end of a line
 */
public record Migration(int number, String name, String sql) {

    /**
     * Loads the resources {@code names} from the package of {@code owner}. Each name begins with the migration's number, four
     * digits.
     */
    public static Array<Migration> load(Class<?> owner, String... names) {
        return Array.of(names)
                .zipWithIndex((name, index) -> {
                    if (!name.startsWith(String.format(Locale.ROOT, "%04d-", index + 1))) {
                        throw new IllegalStateException(name + " is not number " + (index + 1));
                    }
                    return new Migration(index + 1, name, read(owner, name));
                })
                .toArray();
    }

    private static String read(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            // A checkout may have converted the line ends. The checksum must not depend on that.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SHA-256 of {@link #sql}, in hexadecimal digits. */
    public String checksum() {
        return Bytes.of(Sha256.of(sql).toArray()).toHex();
    }

    Array<String> statements() {
        return Array.of(sql.split(";\n", -1)).map(String::strip).filter(statement -> !statement.isEmpty());
    }
}
