package dev.mandate.app;

import dev.mandate.adapters.http.api.OpenApi;
import dev.mandate.testsupport.openapi.HeldHttpClient;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import dev.mandate.testsupport.openapi.OpenApiDocument;
import io.vavr.collection.Array;
import java.net.http.HttpClient;

/** Holds what tests ask a server, and what they are answered, to the document of everything that can be served. */
public final class DocumentedClient {

    private DocumentedClient() {}

    /** Knows what can be served, but for what leads to the pages at /docs. */
    public static OpenApiCheck check() {
        return new OpenApiCheck(OpenApiDocument.of(OpenApi.everything()), Array.of("/|/docs/"));
    }

    /** A client that is held by {@code check}. */
    public static HttpClient client(OpenApiCheck check) {
        return new HeldHttpClient(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), check);
    }
}
