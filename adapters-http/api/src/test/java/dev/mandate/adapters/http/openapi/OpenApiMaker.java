package dev.mandate.adapters.http.openapi;

import dev.mandate.adapters.http.error.FieldNames;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.exchange.WireProfile;
import dev.mandate.adapters.http.json.FieldLog;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.JsonSchema;
import dev.mandate.adapters.http.json.Wording;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the service's description. Paths, methods, scopes, parameters, request bodies and error codes are those of the endpoints: each is run
 * with a reader that records what it looks for. {@code operations.json} holds names, prose and answers of each operation, {@code schemas.json}
 * those of answers and the few that no shape reads, {@code fields.json} what no shape knows of a request's fields, {@code examples.json}
 * examples. Tests hold every exchange to all of it.
 */
final class OpenApiMaker {

    private static final String REQUEST_ID = "x-request-id";

    private static final Map<String, String> STATUS = LinkedHashMap.<String, String>empty()
            .put("Malformed", "400").put("Unauthenticated", "401").put("Forbidden", "403").put("NotFound", "404").put("Conflict", "409")
            .put("ChallengeEnded", "410").put("Gone", "410").put("BodyTooLarge", "413").put("UnsupportedMediaType", "415")
            .put("RuleBroken", "422").put("Frozen", "423").put("TooMany", "429").put("Fault", "500").put("NotOffered", "501").put("ChainFault", "502")
            .put("Unavailable", "503").put("ConfirmationPending", "504");

    /** A value that each of these headers refuses, so that the answer names those that the endpoint reads. */
    private static final Headers REFUSED = new Headers(
            Array.of("x-service-network", "x-squads-network", "x-service-environment", "x-grid-environment", "x-idempotency-key")
                    .map(name -> new Headers.Field(name, "no " + name)));

    private final Caller caller;
    private final ObjectNode document = read("document");
    private final ObjectNode operations = read("operations");
    private final ObjectNode examples = read("examples");
    private final ObjectNode prose = read("fields");
    private final ObjectNode schemas = read("schemas");

    private final Set<String> byHand = HashSet.ofAll(schemas.propertyNames());

    /** Prose of fields that no request has so far. */
    private final java.util.Set<String> untold = new TreeSet<>(prose.propertyNames());

    private OpenApiMaker(Caller caller) {
        this.caller = caller;
    }

    /** Returns the document of {@code endpoints}. */
    static ObjectNode make(Array<Endpoint> endpoints, Caller caller) {
        return new OpenApiMaker(caller).of(endpoints);
    }

    private ObjectNode of(Array<Endpoint> endpoints) {
        ObjectNode others = (ObjectNode) document.get("paths");
        ObjectNode paths = Json.object();
        Map<String, Endpoint> byName = endpoints.toLinkedMap(OpenApiMaker::name, endpoint -> endpoint);
        for (String name : operations.propertyNames()) {
            Endpoint endpoint = byName.get(name).getOrElseThrow(() -> new IllegalStateException("operations.json: nobody serves " + name));
            ObjectNode at = paths.has(endpoint.path().text())
                    ? (ObjectNode) paths.get(endpoint.path().text())
                    : paths.putObject(endpoint.path().text());
            at.set(endpoint.method().name().toLowerCase(Locale.ROOT), operation(endpoint));
        }
        byName.keySet().filter(name -> !operations.has(name)).forEach(name -> {
            throw new IllegalStateException("operations.json lacks " + name);
        });
        if (!untold.isEmpty()) {
            throw new IllegalStateException("fields.json: no request has " + untold);
        }
        others.properties().forEach(other -> paths.set(other.getKey(), other.getValue()));
        ((ObjectNode) schemas.get("ErrorCode")).set("enum", Json.texts(Status.CODES.map(FailureCode::word)));
        ObjectNode sorted = Json.object();
        Array.ofAll(schemas.propertyNames()).sorted().forEach(name -> sorted.set(name, schemas.get(name)));
        ((ObjectNode) document.get("components")).set("schemas", sorted);
        return document.set("paths", paths);
    }

    private static String name(Endpoint endpoint) {
        return endpoint.method() + " " + endpoint.path().text();
    }

    private ObjectNode operation(Endpoint endpoint) {
        JsonNode words = operations.get(name(endpoint));
        JsonNode shown = examples.path(name(endpoint));
        ObjectNode operation = Json.object();
        for (String field : Array.of("operationId", "tags", "summary")) {
            operation.set(field, words.get(field));
        }
        Array<String> description = Option.of(words.get("description")).map(JsonNode::stringValue).toArray()
                .appendAll(endpoint.scope().map(scope -> "Takes the scope `" + scope.word() + "`."));
        if (!description.isEmpty()) {
            operation.put("description", description.mkString(" "));
        }
        operation.set("security", Json.array(endpoint.scope().map(scope -> Json.object().set("apiKey", Json.texts(Array.of(scope.word())))).toArray()));
        operation.set("parameters", parameters(endpoint, words.path("parameters")));
        Option.of(words.get("request")).forEach(name -> operation.set("requestBody", body(endpoint, name.stringValue(), shown)));
        operation.set("responses", responses(endpoint, words, shown));
        return operation;
    }

    private ArrayNode parameters(Endpoint endpoint, JsonNode others) {
        Array<String> inPath = endpoint.path().segments().filter(part -> part.startsWith("{")).map(part -> part.substring(1, part.length() - 1));
        Array<ObjectNode> all = inPath.map(name -> parameter("path", name, others))
                .appendAll(queryOf(endpoint).map(name -> parameter("query", name, others)))
                .appendAll(headersOf(endpoint).map(name -> parameter("header", name, others)))
                .appendAll(Option.when(others.has("x-stamp"), () -> parameter("header", "x-stamp", others)))
                .appendAll(Option.when(endpoint.scope().isDefined(), () -> parameter("header", REQUEST_ID, others)));
        return Json.array(all);
    }

    private ObjectNode parameter(String place, String name, JsonNode others) {
        JsonNode other = others.path(name);
        if (other.isObject()) {
            return (ObjectNode) other;
        }
        ObjectNode known = (ObjectNode) document.at("/components/parameters");
        String component = other.isString()
                ? other.stringValue()
                : Array.ofAll(known.properties())
                        .find(entry -> entry.getValue().get("in").stringValue().equals(place)
                                && entry.getValue().get("name").stringValue().equals(name))
                        .getOrElseThrow(() -> new IllegalStateException("document.json lacks the " + place + " parameter " + name))
                        .getKey();
        return reference("parameters", component);
    }

    private ObjectNode body(Endpoint endpoint, String name, JsonNode shown) {
        boolean isOpen = !endpoint.profile().name().equals("neutral");
        JsonNode schema = byHand.contains(name)
                ? reference("schemas", name)
                : written(FieldLog.objectOf(log -> looking(endpoint, log)).named(name), name, isOpen);
        ObjectNode body = Json.object();
        if (endpoint.content() == Content.JSON) {
            body.put("required", true);
        }
        ObjectNode content = body.putObject("content").putObject("application/json").set("schema", schema);
        if (shown.has("request")) {
            content.set("examples", shown.get("request"));
        }
        return body;
    }

    /** @param spot where the prose is, if it is not a component */
    private JsonNode written(JsonSchema schema, String spot, boolean isOpen) {
        if (schema.name().isEmpty()) {
            return inPlace(schema, spot, isOpen);
        }
        String plain = schema.name().get();
        ObjectNode content = inPlace(schema, plain, isOpen);
        boolean differs = isOpen && !content.equals(inPlace(schema, plain, false));
        String name = differs && !plain.startsWith("Grid") ? "Grid" + plain : plain;
        ObjectNode component = name.equals(plain) ? content : inPlace(schema, name, isOpen);
        if (!schemas.has(name)) {
            schemas.set(name, component);
        } else if (!schemas.get(name).equals(component)) {
            throw new IllegalStateException(name + " is two schemas: " + schemas.get(name) + " and " + component);
        }
        return reference("schemas", name);
    }

    private ObjectNode inPlace(JsonSchema schema, String spot, boolean isOpen) {
        ObjectNode written = Json.object();
        schema.keywords().forEach((keyword, value) -> {
            if (isOpen && keyword.equals("additionalProperties")) {
                written.put("unevaluatedProperties", true);
            } else {
                written.set(keyword, value(value, keyword.equals("properties") ? spot : spot + "." + keyword, isOpen));
            }
        });
        return with(written, words(spot));
    }

    private JsonNode words(String spot) {
        untold.remove(spot);
        return prose.path(spot);
    }

    private JsonNode value(Object value, String spot, boolean isOpen) {
        return switch (value) {
            case JsonSchema schema -> {
                JsonNode words = words(spot);
                yield words.has("schema")
                        ? words.get("schema")
                        : words.has("component")
                                ? written(schema.named(words.get("component").stringValue()), spot, isOpen)
                                : with(written(schema, spot, isOpen), words);
            }
            case Map<?, ?> map -> {
                ObjectNode object = Json.object();
                map.forEach(entry -> object.set((String) entry._1, value(entry._2, spot + "." + entry._1, isOpen)));
                yield object;
            }
            case Seq<?> all -> {
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                all.forEach(one -> array.add(value(one, spot, isOpen)));
                yield array;
            }
            case String text -> JsonNodeFactory.instance.stringNode(text);
            case Boolean flag -> JsonNodeFactory.instance.booleanNode(flag);
            case Number number -> JsonNodeFactory.instance.numberNode(number.longValue());
            default -> throw new IllegalStateException("a schema has no " + value.getClass());
        };
    }

    /** A {@code schema} takes the place of what was read, other keywords go beside it. */
    private static ObjectNode with(JsonNode schema, JsonNode prose) {
        if (prose.isString()) {
            return ((ObjectNode) schema.deepCopy()).put("description", prose.stringValue());
        }
        if (prose.has("schema")) {
            return (ObjectNode) prose.get("schema");
        }
        ObjectNode more = (ObjectNode) schema.deepCopy();
        prose.properties().forEach(keyword -> more.set(keyword.getKey(), keyword.getValue()));
        return more;
    }

    private ObjectNode responses(Endpoint endpoint, JsonNode words, JsonNode shown) {
        LinkedHashMap<String, JsonNode> all = LinkedHashMap.empty();
        for (var answer : words.get("answers").properties()) {
            all = all.put(answer.getKey(), answer(endpoint, answer.getValue(), shown.path(answer.getKey())));
        }
        Array<String> failures = Array.of("Malformed", "Fault", "Unavailable")
                .appendAll(endpoint.scope().isDefined() ? Array.of("Unauthenticated", "Forbidden", "TooMany") : Array.empty())
                .appendAll(endpoint.content() == Content.NONE ? Array.empty() : Array.of("BodyTooLarge", "UnsupportedMediaType"))
                // A value out of range, in the query or in the body.
                .appendAll(Option.when(endpoint.content() != Content.NONE || !queryOf(endpoint).isEmpty(), "RuleBroken"))
                .appendAll(Array.ofAll(words.path("fails")).map(JsonNode::stringValue));
        for (String failure : failures) {
            String status = STATUS.get(failure).getOrElseThrow(() -> new IllegalStateException(failure));
            all = all.containsKey(status) ? all : all.put(status, reference("responses", failure));
        }
        ObjectNode responses = Json.object();
        all.toArray().sortBy(entry -> entry._1).forEach(entry -> responses.set(entry._1, entry._2));
        return responses;
    }

    private static JsonNode answer(Endpoint endpoint, JsonNode words, JsonNode shown) {
        if (words.isString()) {
            return reference("responses", words.stringValue());
        }
        ObjectNode answer = Json.object().set("description", words.get("description"));
        answer.putObject("headers").set(REQUEST_ID, reference("headers", "RequestId"));
        if (words.has("media")) {
            return answer.set("content", words.get("media"));
        }
        ObjectNode content = answer.putObject("content").putObject("application/json");
        if (words.get("schema").isObject()) {
            content.set("schema", words.get("schema"));
        } else {
            ObjectNode schema = reference("schemas", words.get("schema").stringValue());
            content.set("schema", endpoint.profile().name().equals("neutral") ? schema : envelope(schema));
        }
        if (shown.isObject()) {
            content.set("examples", shown);
        }
        return answer;
    }

    private static ObjectNode envelope(ObjectNode data) {
        ObjectNode envelope = Json.object().put("type", "object").set("required", Json.texts(Array.of("data", "metadata")));
        envelope.putObject("properties").set("data", data).set("metadata", reference("schemas", "GridMetadata"));
        return envelope;
    }

    private static ObjectNode reference(String kind, String name) {
        return Json.object().put("$ref", "#/components/" + kind + "/" + name);
    }

    /** The parameters of the query that an endpoint reads. */
    private Array<String> queryOf(Endpoint endpoint) {
        return endpoint.scope().isEmpty()
                ? Array.empty()
                : FieldLog.parametersOf(log -> looking(endpoint, log)).keySet().toArray();
    }

    /** The headers that an endpoint reads. */
    private Array<String> headersOf(Endpoint endpoint) {
        Set<String> names = HashSet.ofAll(REFUSED.fields().map(Headers.Field::name));
        List<String> found = new ArrayList<>();
        if (endpoint.scope().isDefined()) {
            var unused = FieldLog.parametersOf(log -> found.addAll(run(endpoint, log, REFUSED)
                    .fold(failure -> failure.problems().map(FieldNames::of), answer -> Array.<String>empty())
                    .filter(names::contains)
                    .asJava()));
        }
        return REFUSED.fields().map(Headers.Field::name).filter(found::contains);
    }

    private void looking(Endpoint endpoint, FieldLog log) {
        var unused = run(endpoint, log, Headers.NONE);
    }

    /** Runs an endpoint that finds nothing in its request, and so decides nothing. */
    private Either<Failure, ?> run(Endpoint endpoint, FieldLog log, Headers headers) {
        Unknown described = new Unknown.Described(log);
        WireProfile profile = new WireProfile() {
            @Override
            public String name() {
                return endpoint.profile().name();
            }

            @Override
            public DefaultNetwork network() {
                return endpoint.profile().network();
            }

            @Override
            public Unknown unknown() {
                return described;
            }

            @Override
            public Map<String, Wording> words() {
                return endpoint.profile().words();
            }
        };
        Map<String, String> path = endpoint.path().segments()
                .filter(part -> part.startsWith("{"))
                .toLinkedMap(part -> part.substring(1, part.length() - 1), part -> "11111111111111111111111111111111");
        return endpoint.handler().handle(new Call(
                new Request(endpoint.method().name(), endpoint.path().text(), "", headers, new Body.Complete(Bytes.EMPTY), ""),
                path,
                Query.parse("", described).get(),
                Either.right(Json.object()),
                Option.some(caller),
                "described",
                new UnixTime(1),
                profile));
    }

    private static ObjectNode read(String name) {
        try (InputStream in = Objects.requireNonNull(OpenApiMaker.class.getResourceAsStream("/openapi/" + name + ".json"), name)) {
            return Json.parseObject(Bytes.of(in.readAllBytes()))
                    .getOrElseThrow(failure -> new IllegalStateException(name + ".json: " + failure.message()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
