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
 * Validates values against a document's schemas, in the dialect 2020-12 with formats. An object schema that does not mention
 * additional properties allows none here: clients must accept new fields, but the service must not send undocumented ones.
 * Thread-safe.
 */
public final class Schemas {

    /** The components are stored beside each schema, under a name that is not a keyword. */
    private static final Dialect DIALECT = Dialect.builder(Dialects.getDraft202012())
            .keyword(new NonValidationKeyword("components"))
            .build();

    private final SchemaRegistry registry = SchemaRegistry.withDialect(DIALECT);
    private final ConcurrentHashMap<JsonNode, Schema> compiled = new ConcurrentHashMap<>();
    private final JsonNode components;

    /** Uses the schemas of {@code document}. */
    public Schemas(OpenApiDocument document) {
        this.components = document.root().get("components").deepCopy();
        close(components);
    }

    /** Returns all deviations of {@code value} from {@code schema}. */
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
