package dev.mandate.adapters.http.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.error.Status;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.testsupport.openapi.DocumentedOperation;
import dev.mandate.testsupport.openapi.OpenApiDocument;
import dev.mandate.testsupport.openapi.Schemas;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.TreeSet;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class OpenApiDocumentTest {

    private static final OpenApiDocument DOCUMENT = Documented.document();
    private static final Schemas SCHEMAS = new Schemas(DOCUMENT);

    @Test
    void itIsOfOpenApiThreePointOneAndJsonSchema2020Dash12() {
        assertEquals("3.1.0", DOCUMENT.root().get("openapi").stringValue());
        assertEquals(
                "https://json-schema.org/draft/2020-12/schema",
                DOCUMENT.root().get("jsonSchemaDialect").stringValue());
    }

    @Test
    void itKnowsEveryErrorCode() {
        assertEquals(
                Status.CODES.map(FailureCode::word),
                Array.ofAll(DOCUMENT.components("schemas").get("ErrorCode").get("enum")).map(JsonNode::stringValue));
    }

    @Test
    void everyOperationHasANameThatAClientCanHave() {
        Array<String> ids = DOCUMENT.operations().map(DocumentedOperation::id);
        assertEquals(ids.distinct(), ids);
        assertEquals(Array.empty(), ids.reject(id -> id.matches("[a-z][A-Za-z0-9]+")));
    }

    @Test
    void everyOperationThatTakesAnApiKeySaysSo() {
        for (DocumentedOperation operation : DOCUMENT.operations()) {
            boolean open = operation.node().get("security").isEmpty();
            assertEquals(!open, operation.node().get("responses").has("401"), operation.toString());
            assertEquals(!open, operation.path().matches("/(api|accounts|auth)(/.*)?"), operation.toString());
        }
    }

    @Test
    void everyReferenceStandsForSomethingAndEveryComponentIsReferredTo() {
        assertHangsTogether(DOCUMENT);
    }

    /** Asserts that every reference has a target and every component is referenced. */
    static void assertHangsTogether(OpenApiDocument document) {
        Array<String> references = collect(document, "$ref").map(JsonNode::stringValue).distinct();
        assertEquals(
                Array.empty(),
                references.filter(reference -> document.root().at(reference.substring(1)).isMissingNode()));
        Array<String> components = Array.ofAll(document.root().get("components").properties())
                .filter(kind -> !kind.getKey().equals("securitySchemes"))
                .flatMap(kind -> Array.ofAll(kind.getValue().propertyNames())
                        .map(name -> "#/components/" + kind.getKey() + "/" + name));
        assertEquals(TreeSet.ofAll(components), TreeSet.ofAll(references));
    }

    /** What browsers write may have members that were defined later. */
    private static final Array<String> WRITTEN_BY_BROWSERS = Array.of("RegistrationResponse", "AssertionResponse");

    /** Only {@code redirectUrl} of it means something, by the interface. */
    private static final JsonNode META_INFO =
            DOCUMENT.root().at("/components/schemas/ExternallySignedAccountRequest/properties/metaInfo");

    @Test
    void neutralRequestsForbidAdditionalFields() {
        Set<JsonNode> open = HashSet.ofAll(WRITTEN_BY_BROWSERS.map(DOCUMENT.root().at("/components/schemas")::get));
        for (DocumentedOperation operation : DOCUMENT.operations()) {
            if (operation.node().has("requestBody") && !operation.path().matches("/api/(v0/)?grid/.*")) {
                assertClosed(operation.node().get("requestBody"), open, operation.toString());
            }
        }
    }

    private static void assertClosed(JsonNode node, Set<JsonNode> seen, String operation) {
        JsonNode resolved = DOCUMENT.resolve(node);
        if (seen.contains(resolved)) {
            return;
        }
        if (resolved.path("properties").isObject()) {
            assertTrue(
                    resolved.has("additionalProperties")
                            && resolved.get("additionalProperties").booleanValue() == resolved.equals(META_INFO),
                    operation + ": " + resolved);
        }
        for (JsonNode child : resolved) {
            assertClosed(child, seen.add(resolved), operation);
        }
    }

    /** Client generators handle alternative schemas of an object badly, or not at all. */
    @Test
    void answersAreOfOneSchema() {
        for (DocumentedOperation operation : DOCUMENT.operations()) {
            for (String status : Array.of("200", "201", "202")) {
                assertOne(operation.node().get("responses").path(status), HashSet.empty(), operation.toString());
            }
        }
    }

    private static void assertOne(JsonNode node, Set<JsonNode> seen, String operation) {
        JsonNode resolved = node.isMissingNode() ? node : DOCUMENT.resolve(node);
        assertFalse(resolved.has("oneOf") || resolved.has("anyOf"), operation + ": " + resolved);
        for (JsonNode child : seen.contains(resolved) ? Array.<JsonNode>empty() : Array.ofAll(resolved)) {
            assertOne(child, seen.add(resolved), operation);
        }
    }

    /** Generators make no type of an enumeration written within an object that has alternatives, and none of a value that is always null. */
    @Test
    void generatedClientsFindATypeForEachField() {
        Array<JsonNode> everything = everything(DOCUMENT.root());
        assertEquals(
                Array.empty(),
                everything.filter(node -> node.has("properties") && (node.has("oneOf") || node.has("anyOf")))
                        .filter(node -> Array.ofAll(node.get("properties")).exists(field -> field.has("enum"))));
        assertEquals(Array.empty(), everything.filter(node -> node.path("type").asString("").equals("null")));
    }

    @Test
    void everyExampleIsOfItsSchema() {
        Array<String> wrong = Array.empty();
        for (JsonNode content : withExamples()) {
            for (JsonNode example : content.get("examples")) {
                wrong = wrong.appendAll(SCHEMAS.problems(content.get("schema"), example.get("value")));
            }
        }
        assertEquals(Array.empty(), wrong);
    }

    @Test
    void everyOperationWithAJsonAnswerShowsAnExample() {
        Array<DocumentedOperation> without = DOCUMENT.operations()
                .filter(operation -> operation.path().startsWith("/api/"))
                .reject(operation -> operation.node().at("/responses/200/content").has("text/event-stream"))
                .reject(operation -> Array.ofAll(operation.node().get("responses").properties())
                        .filter(response -> response.getKey().startsWith("2"))
                        .exists(response -> response.getValue().at("/content/application~1json/examples").isObject()));
        assertEquals(Array.empty(), without);
    }

    /** Generated clients use one answer type for each call, that of the first successful status. They turn the words of an enumeration into names. */
    @Test
    void generatedClientsFindOneTypeForEachAnswerAndOneNameForEachWord() {
        for (DocumentedOperation operation : DOCUMENT.operations()) {
            Array<Set<JsonNode>> good = Array.ofAll(operation.node().get("responses").properties())
                    .filter(response -> response.getKey().startsWith("2"))
                    .sortBy(java.util.Map.Entry::getKey)
                    .map(response -> schemas(DOCUMENT.resolve(response.getValue())));
            assertTrue(good.tail().forAll(good.head()::containsAll), operation.toString());
        }
        for (JsonNode words : collect(DOCUMENT, "enum")) {
            Array<String> names = Array.ofAll(words).map(word -> word.asString().toLowerCase(Locale.ROOT));
            assertEquals(names.distinct(), names);
        }
    }

    private static Set<JsonNode> schemas(JsonNode response) {
        Array<JsonNode> named = references(response.path("content"));
        return HashSet.ofAll(named.appendAll(named.flatMap(schema -> references(DOCUMENT.resolve(schema).path("oneOf"))))
                .map(schema -> schema.get("$ref")));
    }

    private static Array<JsonNode> references(JsonNode node) {
        return everything(node).filter(one -> one.has("$ref"));
    }

    private static Array<JsonNode> withExamples() {
        return everything(DOCUMENT.root()).filter(node -> node.path("examples").isObject() && node.has("schema"));
    }

    private static Array<JsonNode> collect(OpenApiDocument document, String name) {
        return everything(document.root()).filter(node -> node.has(name)).map(node -> node.get(name));
    }

    /** Returns a node and all its descendants. */
    private static Array<JsonNode> everything(JsonNode node) {
        Array<JsonNode> all = Array.of(node);
        for (JsonNode child : node) {
            all = all.appendAll(everything(child));
        }
        return all;
    }
}
