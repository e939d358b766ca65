package dev.mandate.adapters.http.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class OpenApiMadeTest {

    /** Relative to the module, in which Maven runs its tests. */
    private static final Path CHECKED_IN = Path.of("src/main/resources/dev/mandate/adapters/http/openapi.json");

    private static final int WIDTH = 140;

    /** Rewrite it: {@code ./mvnw -pl adapters-http/api -am test -Dtest=OpenApiMadeTest -Dmandate.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false}. */
    @Test
    void theDocumentIsThatOfTheEndpoints() throws IOException {
        String made = lines(OpenApiMaker.make(documented(), caller()), 0) + "\n";

        if (Boolean.getBoolean("mandate.rewrite")) {
            Files.writeString(CHECKED_IN, made);
        }

        assertEquals(made, Files.readString(CHECKED_IN));
    }

    private static Array<Endpoint> documented() {
        return EndpointsDocumentedTest.served(EndpointsDocumentedTest.Served.INTERFACE_AND_SDK)
                .filter(endpoint -> Documented.isDocumented(endpoint.path().text()));
    }

    private static Caller caller() {
        return new Caller(new Tenant("acme"), new ApiKeyId("key_0000000000000000"), HashSet.of(Scope.values()));
    }

    /** What fits into a line is not broken. */
    private static String lines(JsonNode node, int indent) {
        String line = line(node);
        if (indent + line.length() <= WIDTH || node.isEmpty()) {
            return line;
        }
        String pad = "\n" + " ".repeat(indent + 2);
        String end = "\n" + " ".repeat(indent);
        return node.isObject()
                ? Array.ofAll(node.properties())
                        .map(field -> pad + quoted(field.getKey()) + ": " + lines(field.getValue(), indent + 2))
                        .mkString("{", ",", end + "}")
                : Array.ofAll(node).map(element -> pad + lines(element, indent + 2)).mkString("[", ",", end + "]");
    }

    private static String line(JsonNode node) {
        return node.isObject()
                ? Array.ofAll(node.properties())
                        .map(field -> quoted(field.getKey()) + ": " + line(field.getValue()))
                        .mkString("{", ", ", "}")
                : node.isArray() ? Array.ofAll(node).map(OpenApiMadeTest::line).mkString("[", ", ", "]") : node.toString();
    }

    private static String quoted(String name) {
        return JsonMapper.shared().writeValueAsString(name);
    }
}
