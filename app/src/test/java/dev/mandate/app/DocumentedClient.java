package dev.mandate.app;

import dev.mandate.adapters.http.api.OpenApi;
import dev.mandate.testsupport.openapi.HeldHttpClient;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import dev.mandate.testsupport.openapi.OpenApiDocument;
import io.vavr.collection.Array;
import java.net.http.HttpClient;

/** Checks the requests and responses of tests against the document of everything that can be served. */
public final class DocumentedClient {

    private DocumentedClient() {}

    /** Returns a check that knows everything that can be served, except the redirects to /docs. */
    public static OpenApiCheck check() {
        return new OpenApiCheck(OpenApiDocument.of(OpenApi.everything()), Array.of("/|/docs/"));
    }

    /** Returns a client with {@code check}. */
    public static HttpClient client(OpenApiCheck check) {
        return new HeldHttpClient(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), check);
    }
}
