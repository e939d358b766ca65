package dev.mandate.adapters.http.openapi;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.openapi.OpenApiDocument.Operation;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds exchanges against the served document. Whatever the service does that the document does not say fails: an operation, a status, a
 * content type, a field, a value out of its schema. So does a request that was taken though the document forbids it, and one that was
 * called malformed though the document allows it.
 */
public final class OpenApiCheck {

    private static final JsonMapper MAPPER = new JsonMapper();

    private static final String UNKNOWN = "unknown_field";

    /** What makes a body malformed by its schema alone. */
    private static final Set<String> FORM = HashSet.of("wrong_type", "missing_field", UNKNOWN);

    /** Fields whose null means nobody. */
    private static final Set<String> NOBODY = HashSet.of("admin_address", "rent_collector");

    /** Where what the page at /docs is made of stands, and the SDK's calls that nobody offers: neither is for client generators. */
    private static final Vector<String> UNDOCUMENTED = Vector.of(
            "/docs/.*",
            "/api/grid/v1/passkeys(/auth|/submit|/find|/account/[^/]*)?",
            "/api/grid/v1/accounts/[^/]*/(passkeys|passkeys/transaction|passkeys/[^/]*/transaction|kyc|kyc/[^/]*|virtual-accounts?"
                    + "|standing-orders|standing-order-intent|standing-order/[^/]*|payment-intent)");

    private final OpenApiDocument document = OpenApiDocument.served();
    private final Schemas schemas = new Schemas(document);
    private final JsonNode error = JsonNodeFactory.instance.objectNode().put("$ref", "#/components/schemas/Error");

    /** {@code service}, every exchange of which is held against the document. */
    public Function<Request, Reply> over(Function<Request, Reply> service) {
        return request -> check(request, service.apply(request));
    }

    /**
     * The reply, if the exchange is as the document says.
     *
     * @throws AssertionError with everything in which it is not
     */
    public Reply check(Request request, Reply reply) {
        Vector<String> problems = problems(request, reply);
        if (!problems.isEmpty()) {
            throw new AssertionError(problems.prepend(request.method() + " " + request.path() + " → " + reply.status())
                    .append(new String(reply.body().toArray(), StandardCharsets.UTF_8))
                    .mkString("\n  "));
        }
        return reply;
    }

    private Vector<String> problems(Request request, Reply reply) {
        Vector<String> common = reply.headers().first("x-request-id").isDefined()
                ? Vector.empty()
                : Vector.of("no x-request-id");
        Vector<Operation> atPath = document.at(request.path());
        Option<Operation> operation = atPath.find(one -> one.method().equals(request.method()));
        return common.appendAll(operation
                .map(one -> ofOperation(one, request, reply))
                .getOrElse(() -> elsewhere(request, atPath, reply)));
    }

    private Vector<String> elsewhere(Request request, Vector<Operation> atPath, Reply reply) {
        if (!isDocumented(request.path())) {
            return Vector.empty();
        }
        int expected = atPath.isEmpty() ? 404 : 405;
        boolean shuttingDown = reply.status() == 503;
        return (reply.status() == expected || shuttingDown
                        ? Vector.<String>empty()
                        : Vector.of("no such operation is documented: it must be " + expected))
                .appendAll(json(error, reply.body()));
    }

    /** Whether the document is to tell of a path, if it is served at all. */
    static boolean isDocumented(String path) {
        return !UNDOCUMENTED.exists(path::matches);
    }

    private Vector<String> ofOperation(Operation operation, Request request, Reply reply) {
        Option<JsonNode> documented =
                Option.of(operation.node().get("responses").get(Integer.toString(reply.status()))).map(document::resolve);
        return documented
                .map(response -> ofReply(response, reply).appendAll(ofRequest(operation, request, reply)))
                .getOrElse(() -> Vector.of("status " + reply.status() + " is not documented"));
    }

    private Vector<String> ofReply(JsonNode response, Reply reply) {
        String essence = reply.contentType().split(";", 2)[0];
        JsonNode content = response.path("content").path(essence);
        if (content.isMissingNode()) {
            return Vector.of("content type " + essence + " is not documented");
        }
        return essence.equals(Reply.JSON) ? json(content.get("schema"), reply.body()) : Vector.empty();
    }

    private Vector<String> ofRequest(Operation operation, Request request, Reply reply) {
        Option<JsonNode> body = parsed(request.body());
        Option<JsonNode> schema = Option.of(operation.node().get("requestBody"))
                .map(content -> content.get("content").get(Reply.JSON).get("schema"));
        if (reply.status() < 300) {
            return query(operation, request.query()).appendAll(schema.isEmpty() || body.isEmpty()
                    ? Vector.empty()
                    : valid(schema.get(), body.get()).map(problem -> "was taken, though " + problem));
        }
        Vector<String> blamed = reply.status() == 400
                ? Vector.ofAll(MAPPER.readTree(reply.body().toArray()).path("details"))
                        .map(detail -> detail.path("code").asString())
                        .filter(FORM::contains)
                : Vector.empty();
        return blamed.nonEmpty() && schema.isDefined() && body.isDefined() && isFine(schema.get(), body.get(), blamed)
                ? Vector.of("was called malformed, though its body is as documented")
                : Vector.empty();
    }

    /** A field that nobody knows is one too many with null in it as well. */
    private boolean isFine(JsonNode schema, JsonNode body, Vector<String> blamed) {
        return (blamed.contains(UNKNOWN) ? schemas.problems(schema, body) : valid(schema, body)).isEmpty();
    }

    /** Null is as good as missing, except where it means nobody. */
    private Vector<String> valid(JsonNode schema, JsonNode body) {
        Vector<String> asIs = schemas.problems(schema, body);
        return Vector.of(NOBODY, HashSet.<String>empty())
                .map(kept -> schemas.problems(schema, withoutNulls(body, kept)))
                .find(Vector::isEmpty)
                .getOrElse(asIs);
    }

    private static JsonNode withoutNulls(JsonNode body, Set<String> kept) {
        JsonNode without = body.deepCopy();
        dropNulls(without, kept);
        return without;
    }

    private static void dropNulls(JsonNode node, Set<String> kept) {
        if (node instanceof ObjectNode object) {
            Vector.ofAll(object.propertyNames())
                    .filter(name -> object.get(name).isNull() && !kept.contains(name))
                    .forEach(name -> object.remove(name));
        }
        node.forEach(child -> dropNulls(child, kept));
    }

    private Vector<String> query(Operation operation, String query) {
        Vector<JsonNode> known = Vector.ofAll(operation.node().path("parameters"))
                .map(document::resolve)
                .filter(parameter -> parameter.get("in").stringValue().equals("query"));
        // The public SDK's paths ignore what they don't know, and so does what anybody may read: monitors add parameters of their own.
        boolean lenient = operation.path().text().startsWith("/api/grid/")
                || operation.node().path("security").isEmpty();
        return Vector.of(query.split("&", -1)).filter(part -> !part.isEmpty()).flatMap(part -> {
            String[] pair = part.split("=", 2);
            String name = URLDecoder.decode(pair[0], StandardCharsets.UTF_8);
            String value = pair.length < 2 ? "" : URLDecoder.decode(pair[1], StandardCharsets.UTF_8);
            return known.find(parameter -> parameter.get("name").stringValue().equals(name))
                    .map(parameter -> parameter(parameter.get("schema"), value)
                            .map(problem -> name + " was taken, though " + problem))
                    .getOrElse(() -> lenient ? Vector.empty() : Vector.of("takes an undocumented parameter " + name));
        });
    }

    private Vector<String> parameter(JsonNode schema, String value) {
        String type = document.resolve(schema).path("type").asString();
        boolean literal = !type.equals("string") && value.matches("true|false|-?[0-9]{1,18}");
        return schemas.problems(
                schema, literal ? MAPPER.readTree(value) : JsonNodeFactory.instance.stringNode(value));
    }

    private Vector<String> json(JsonNode schema, Bytes body) {
        try {
            return schemas.problems(schema, MAPPER.readTree(body.toArray()));
        } catch (JacksonException malformed) {
            return Vector.of("the answer is no JSON");
        }
    }

    private static Option<JsonNode> parsed(Body body) {
        try {
            return body instanceof Body.Complete(Bytes bytes) && bytes.length() > 0
                    ? Option.some(MAPPER.readTree(bytes.toArray()))
                    : Option.none();
        } catch (JacksonException malformed) {
            return Option.none();
        }
    }
}
