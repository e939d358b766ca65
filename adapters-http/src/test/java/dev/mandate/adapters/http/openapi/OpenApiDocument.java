package dev.mandate.adapters.http.openapi;

import dev.mandate.adapters.http.exchange.PathTemplate;
import io.vavr.Tuple;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The document that the service serves, as a tree. */
final class OpenApiDocument {

    private static final String RESOURCE = "/dev/mandate/adapters/http/openapi.json";

    private final ObjectNode root;
    private final Vector<Operation> operations;

    private OpenApiDocument(ObjectNode root) {
        this.root = root;
        this.operations = Vector.ofAll(root.get("paths").properties())
                .flatMap(path -> Vector.ofAll(path.getValue().properties())
                        .map(method -> new Operation(
                                PathTemplate.of(path.getKey()),
                                method.getKey().toUpperCase(Locale.ROOT),
                                method.getValue())));
    }

    /** The document in the jar. */
    static OpenApiDocument served() {
        try (InputStream in = Objects.requireNonNull(OpenApiDocument.class.getResourceAsStream(RESOURCE))) {
            return new OpenApiDocument((ObjectNode) new JsonMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One method at one path. */
    record Operation(PathTemplate path, String method, JsonNode node) {

        String id() {
            return node.get("operationId").stringValue();
        }

        @Override
        public String toString() {
            return method + " " + path.text();
        }
    }

    Vector<Operation> operations() {
        return operations;
    }

    /** The operations at a concrete path, that with the fewest variables first. */
    Vector<Operation> at(String path) {
        Vector<String> segments = PathTemplate.segments(path);
        return operations
                .flatMap(operation -> operation.path().match(segments).map(variables -> Tuple.of(variables.size(), operation)))
                .sortBy(found -> found._1)
                .map(found -> found._2);
    }

    JsonNode root() {
        return root;
    }

    JsonNode components(String kind) {
        return root.get("components").get(kind);
    }

    /** What a reference stands for, or the node itself. */
    JsonNode resolve(JsonNode node) {
        return Option.of(node.get("$ref"))
                .map(pointer -> root.at(pointer.stringValue().substring(1)))
                .getOrElse(node);
    }
}
