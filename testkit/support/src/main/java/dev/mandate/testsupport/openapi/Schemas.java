package dev.mandate.testsupport.openapi;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import io.vavr.collection.Array;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Validates values against a document's schemas, in the dialect of 2020-12, formats included. An object that says nothing of further
 * fields has none: clients must bear new ones, and the service must not have any that nobody wrote down. Safe from any thread.
 */
public final class Schemas {

    /** What schemas refer to stands beside them, under a name that is no keyword of theirs. */
    private static final Dialect DIALECT = Dialect.builder(Dialects.getDraft202012())
            .keyword(new NonValidationKeyword("components"))
            .build();

    private final SchemaRegistry registry = SchemaRegistry.withDialect(DIALECT);
    private final ConcurrentHashMap<JsonNode, Schema> compiled = new ConcurrentHashMap<>();
    private final JsonNode components;

    /** The schemas of {@code document}. */
    public Schemas(OpenApiDocument document) {
        this.components = document.root().get("components").deepCopy();
        close(components);
    }

    /** Everything in which {@code value} is not what {@code schema} says. */
    public Array<String> problems(JsonNode schema, JsonNode value) {
        Schema checker = compiled.computeIfAbsent(schema, this::compile);
        return Array.ofAll(checker.validate(
                        value, context -> context.executionConfig(config -> config.formatAssertionsEnabled(true))))
                .map(Error::toString);
    }

    private Schema compile(JsonNode schema) {
        ObjectNode closed = (ObjectNode) schema.deepCopy();
        close(closed);
        closed.set("components", components);
        return registry.getSchema(closed);
    }

    private static void close(JsonNode node) {
        if (node instanceof ObjectNode object
                && object.path("properties").isObject()
                && object.has("type")
                && !object.has("additionalProperties")
                && !object.has("unevaluatedProperties")) {
            object.put("additionalProperties", false);
        }
        for (JsonNode child : node) {
            close(child);
        }
    }
}
