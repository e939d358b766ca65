package dev.mandate.testsupport.openapi;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks exchanges against a document. An undocumented operation, status, content type, field or value fails. So does an
 * accepted request that the document forbids, and a request refused as malformed that the document allows. Thread-safe.
 */
public final class OpenApiCheck {

    /** A duplicate field makes an answer invalid, whatever the schema says. */
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private static final String JSON = "application/json";

    private static final String UNKNOWN = "unknown_field";

    /** The error codes for a body that violates its schema. */
    private static final Set<String> FORM = HashSet.of("wrong_type", "missing_field", UNKNOWN);

    /** The error code for bytes that are no request. It may occur at any path. */
    private static final String NO_REQUEST = "malformed_request";

    /** Fields whose null means that nobody holds the role. */
    private static final Set<String> NOBODY = HashSet.of("admin_address", "rent_collector");

    private final OpenApiDocument document;
    private final Array<Pattern> beside;
    private final Schemas schemas;
    private final JsonNode error = JsonNodeFactory.instance.objectNode().put("$ref", "#/components/schemas/Refusal");
    private final AtomicInteger held = new AtomicInteger();

    /**
     * Checks exchanges against {@code document}.
     *
     * @param beside regular expressions of paths that are served but not documented; there only the shape of refusals is checked
     */
    public OpenApiCheck(OpenApiDocument document, Array<String> beside) {
        this.document = document;
        this.beside = beside.map(Pattern::compile);
        this.schemas = new Schemas(document);
    }

    /**
     * Checks one exchange.
     *
     * @throws AssertionError with all deviations from the document
     */
    public void hold(Exchange exchange) {
        Exchange.Answer answer = exchange.answer();
        Array<DocumentedOperation> atPath = document.at(exchange.path());
        Array<String> problems = exchange.method().equals("HEAD")
                ? ofHead(exchange.path(), atPath, answer)
                : atPath.find(one -> one.method().equals(exchange.method()))
                        .map(operation -> ofOperation(operation, exchange))
                        .getOrElse(() -> elsewhere(exchange.path(), atPath, answer));
        require(exchange.method() + " " + exchange.path(), answer, named(answer).appendAll(problems));
    }

    /** An answer to HEAD is like that to GET without a body, so only status and content type can be checked. */
    private Array<String> ofHead(String path, Array<DocumentedOperation> atPath, Exchange.Answer answer) {
        Option<DocumentedOperation> get = atPath.find(one -> one.method().equals("GET"));
        Array<String> problems = get.isDefined()
                ? documented(get.get(), answer)
                        .map(response -> content(response, answer).isMissingNode()
                                ? Array.of("content type " + essence(answer) + " is not documented")
                                : Array.<String>empty())
                        .getOrElse(() -> Array.of("status " + answer.status() + " is not documented"))
                : unforeseen(path, atPath, answer);
        return answer.body().length() == 0 ? problems : problems.append("HEAD is answered with a body");
    }

    /**
     * Checks an answer whose request is unknown. It must be a refusal.
     *
     * @throws AssertionError with all deviations
     */
    public void holdRefusal(Exchange.Answer answer) {
        Array<String> problems = answer.status() < 400 ? Array.of("it is no refusal") : refusal(answer);
        require("whatever it was", answer, named(answer).appendAll(problems));
    }

    /** Returns the number of exchanges and refusals that passed. */
    public int held() {
        return held.get();
    }

    private void require(String what, Exchange.Answer answer, Array<String> problems) {
        if (!problems.isEmpty()) {
            throw new AssertionError(problems.prepend(what + " → " + answer.status())
                    .append(new String(answer.body().toArray(), StandardCharsets.UTF_8))
                    .mkString("\n  "));
        }
        held.incrementAndGet();
    }

    private static Array<String> named(Exchange.Answer answer) {
        return answer.requestId().isEmpty() ? Array.of("no x-request-id") : Array.empty();
    }

    private Array<String> elsewhere(String path, Array<DocumentedOperation> atPath, Exchange.Answer answer) {
        return unforeseen(path, atPath, answer).appendAll(answer.status() < 400 ? Array.empty() : refusal(answer));
    }

    private Array<String> unforeseen(String path, Array<DocumentedOperation> atPath, Exchange.Answer answer) {
        int expected = atPath.isEmpty() ? 404 : 405;
        boolean foreseen = beside.exists(pattern -> pattern.matcher(path).matches())
                || answer.status() == expected
                || answer.status() == 503
                || isNoRequest(answer);
        return foreseen ? Array.empty() : Array.of("no such operation is documented: it must be " + expected);
    }

    private static boolean isNoRequest(Exchange.Answer answer) {
        return answer.status() == 400
                && parsed(answer.body()).exists(body -> body.path("code").asString("").equals(NO_REQUEST));
    }

    private Array<String> refusal(Exchange.Answer answer) {
        return essence(answer).equals(JSON)
                ? json(error, answer.body())
                : Array.of("a refusal is " + JSON + ", not " + answer.contentType());
    }

    private Array<String> ofOperation(DocumentedOperation operation, Exchange exchange) {
        return documented(operation, exchange.answer())
                .map(response -> ofAnswer(response, exchange.answer()).appendAll(ofRequest(operation, exchange)))
                .getOrElse(() -> Array.of("status " + exchange.answer().status() + " is not documented"));
    }

    private Option<JsonNode> documented(DocumentedOperation operation, Exchange.Answer answer) {
        return Option.of(operation.node().get("responses").get(Integer.toString(answer.status())))
                .map(document::resolve);
    }

    private static JsonNode content(JsonNode response, Exchange.Answer answer) {
        return response.path("content").path(essence(answer));
    }

    private Array<String> ofAnswer(JsonNode response, Exchange.Answer answer) {
        String essence = essence(answer);
        JsonNode content = content(response, answer);
        if (content.isMissingNode()) {
            return Array.of("content type " + essence + " is not documented");
        }
        return essence.equals(JSON) ? json(content.get("schema"), answer.body()) : Array.empty();
    }

    private static String essence(Exchange.Answer answer) {
        return answer.contentType().split(";", 2)[0];
    }

    private Array<String> ofRequest(DocumentedOperation operation, Exchange exchange) {
        Exchange.Answer answer = exchange.answer();
        Option<JsonNode> body = parsed(exchange.body());
        Option<JsonNode> schema = Option.of(operation.node().get("requestBody"))
                .map(content -> content.get("content").get(JSON).get("schema"));
        if (answer.status() < 300) {
            return query(operation, exchange.query()).appendAll(schema.isEmpty() || body.isEmpty()
                    ? Array.empty()
                    : valid(schema.get(), body.get()).map(problem -> "was taken, though " + problem));
        }
        Array<String> blamed = answer.status() == 400
                ? Array.ofAll(parsed(answer.body()))
                        .flatMap(refusal -> Array.ofAll(refusal.path("details")))
                        .map(detail -> detail.path("code").asString())
                        .filter(FORM::contains)
                : Array.empty();
        return blamed.nonEmpty() && schema.isDefined() && body.isDefined() && isFine(schema.get(), body.get(), blamed)
                ? Array.of("was called malformed, though its body is as documented")
                : Array.empty();
    }

    /** An unknown field is an error even if its value is null. */
    private boolean isFine(JsonNode schema, JsonNode body, Array<String> blamed) {
        return (blamed.contains(UNKNOWN) ? schemas.problems(schema, body) : valid(schema, body)).isEmpty();
    }

    /** Null counts as missing, except in fields where it means nobody. */
    private Array<String> valid(JsonNode schema, JsonNode body) {
        Array<String> asIs = schemas.problems(schema, body);
        return Array.of(NOBODY, HashSet.<String>empty())
                .map(kept -> schemas.problems(schema, withoutNulls(body, kept)))
                .find(Array::isEmpty)
                .getOrElse(asIs);
    }

    private static JsonNode withoutNulls(JsonNode body, Set<String> kept) {
        JsonNode without = body.deepCopy();
        dropNulls(without, kept);
        return without;
    }

    private static void dropNulls(JsonNode node, Set<String> kept) {
        if (node instanceof ObjectNode object) {
            Array.ofAll(object.propertyNames())
                    .filter(name -> object.get(name).isNull() && !kept.contains(name))
                    .forEach(name -> object.remove(name));
        }
        node.forEach(child -> dropNulls(child, kept));
    }

    private Array<String> query(DocumentedOperation operation, String query) {
        Array<JsonNode> known = Array.ofAll(operation.node().path("parameters"))
                .map(document::resolve)
                .filter(parameter -> parameter.get("in").stringValue().equals("query"));
        // The public SDK's paths ignore unknown parameters. So do public paths, because monitors add their own parameters.
        boolean lenient = operation.path().startsWith("/api/grid/")
                || operation.node().path("security").isEmpty();
        return Array.of(query.split("&", -1)).filter(part -> !part.isEmpty()).flatMap(part -> {
            String[] pair = part.split("=", 2);
            String name = URLDecoder.decode(pair[0], StandardCharsets.UTF_8);
            String value = pair.length < 2 ? "" : URLDecoder.decode(pair[1], StandardCharsets.UTF_8);
            return known.find(parameter -> parameter.get("name").stringValue().equals(name))
                    .map(parameter -> parameter(parameter.get("schema"), value)
                            .map(problem -> name + " was taken, though " + problem))
                    .getOrElse(() -> lenient ? Array.empty() : Array.of("takes an undocumented parameter " + name));
        });
    }

    /** For a list, each entry is a parameter of the same name. */
    private Array<String> parameter(JsonNode whole, String value) {
        JsonNode schema = whole.has("items") ? whole.get("items") : whole;
        String type = document.resolve(schema).path("type").asString();
        boolean literal = !type.equals("string") && value.matches("true|false|-?[0-9]{1,18}");
        return schemas.problems(
                schema, literal ? MAPPER.readTree(value) : JsonNodeFactory.instance.stringNode(value));
    }

    private Array<String> json(JsonNode schema, Bytes body) {
        try {
            return schemas.problems(schema, MAPPER.readTree(body.toArray()));
        } catch (JacksonException malformed) {
            return Array.of("the answer is no JSON");
        }
    }

    private static Option<JsonNode> parsed(Bytes body) {
        try {
            return body.length() > 0 ? Option.some(MAPPER.readTree(body.toArray())) : Option.none();
        } catch (JacksonException malformed) {
            return Option.none();
        }
    }
}
