package dev.mandate.adapters.http.api;

import dev.mandate.domain.kernel.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The service's description in OpenAPI 3.1, kept by hand. */
public final class OpenApi {

    private static final String RESOURCE = "/dev/mandate/adapters/http/openapi.json";

    private OpenApi() {}

    /** The document of everything that can be served. UTF-8. */
    public static Bytes everything() {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return Bytes.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
