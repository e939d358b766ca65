package dev.mandate.testsupport.openapi;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAPI document as a tree. */
public final class OpenApiDocument {

    private final ObjectNode root;
    private final Array<DocumentedOperation> operations;

    private OpenApiDocument(ObjectNode root) {
        this.root = root;
        this.operations = Array.ofAll(root.get("paths").properties())
                .flatMap(path -> Array.ofAll(path.getValue().properties())
                        .map(method -> new DocumentedOperation(
                                path.getKey(), method.getKey().toUpperCase(Locale.ROOT), method.getValue())));
    }

    /**
     * Reads a document.
     *
     * @throws IllegalArgumentException if it is no JSON object or has no paths
     */
    public static OpenApiDocument of(Bytes json) {
        try {
            if (new JsonMapper().readTree(json.toArray()) instanceof ObjectNode root && root.path("paths").isObject()) {
                return new OpenApiDocument(root);
            }
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException("no JSON", malformed);
        }
        throw new IllegalArgumentException("no OpenAPI document: it has no paths");
    }

    /** Returns all operations in the order of the document. */
    public Array<DocumentedOperation> operations() {
        return operations;
    }

    /** Returns the operations at a concrete path, those with the fewest variables first. */
    public Array<DocumentedOperation> at(String path) {
        return operations.filter(operation -> operation.isAt(path)).sortBy(DocumentedOperation::variables);
    }

    /** Returns the root of the tree. */
    public ObjectNode root() {
        return root;
    }

    /** Returns the components of one kind, such as {@code schemas}, by name. */
    public JsonNode components(String kind) {
        return root.get("components").get(kind);
    }

    /** Returns the target of a reference, or the node itself. */
    public JsonNode resolve(JsonNode node) {
        return Option.of(node.get("$ref"))
                .map(pointer -> root.at(pointer.stringValue().substring(1)))
                .getOrElse(node);
    }
}
