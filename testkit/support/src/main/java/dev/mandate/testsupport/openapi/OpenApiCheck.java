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
 * Holds exchanges against a document. Whatever the service does that the document does not say fails: an operation, a status, a content
 * type, a field, a value out of its schema. So does a request that was taken though the document forbids it, and one that was called
 * malformed though the document allows it. Safe from any thread.
 */
public final class OpenApiCheck {

    /** A field that stands twice is no answer, whatever the schema says. */
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private static final String JSON = "application/json";

    private static final String UNKNOWN = "unknown_field";

    /** What makes a body malformed by its schema alone. */
    private static final Set<String> FORM = HashSet.of("wrong_type", "missing_field", UNKNOWN);

    /** What is answered to bytes that are no request, at whatever path they seem to be for. */
    private static final String NO_REQUEST = "malformed_request";

    /** Fields whose null means nobody. */
    private static final Set<String> NOBODY = HashSet.of("admin_address", "rent_collector");

    private final OpenApiDocument document;
    private final Array<Pattern> beside;
    private final Schemas schemas;
    private final JsonNode error = JsonNodeFactory.instance.objectNode().put("$ref", "#/components/schemas/Refusal");
    private final AtomicInteger held = new AtomicInteger();

    /**
     * Holds exchanges against {@code document}.
     *
     * @param beside regular expressions of paths that are served and of which the document is not to tell: there nothing is held but
     *     the shape of refusals
     */
    public OpenApiCheck(OpenApiDocument document, Array<String> beside) {
        this.document = document;
        this.beside = beside.map(Pattern::compile);
        this.schemas = new Schemas(document);
    }

    /**
     * Holds one exchange.
     *
     * @throws AssertionError with everything in which it is not as the document says
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

    /** As to GET, but without a body, so that what it says of itself is all that can be held. */
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
     * Holds an answer of which nobody can say what it answers: as far as anybody knows, there was no request. Nothing but a refusal will
     * do.
     *
     * @throws AssertionError with everything that it lacks for one
     */
    public void holdRefusal(Exchange.Answer answer) {
        Array<String> problems = answer.status() < 400 ? Array.of("it is no refusal") : refusal(answer);
        require("whatever it was", answer, named(answer).appendAll(problems));
    }

    /** How many exchanges and refusals passed. */
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

    /** A field that nobody knows is one too many with null in it as well. */
    private boolean isFine(JsonNode schema, JsonNode body, Array<String> blamed) {
        return (blamed.contains(UNKNOWN) ? schemas.problems(schema, body) : valid(schema, body)).isEmpty();
    }

    /** Null is as good as missing, except where it means nobody. */
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
        // The public SDK's paths ignore what they don't know, and so does what anybody may read: monitors add parameters of their own.
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

    /** Of a list each entry is a parameter of the same name. */
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
