package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The service's description in OpenAPI 3.1. One document, made of the endpoints, covers everything that can be served. A server
 * publishes the part that it serves.
 */
public final class OpenApi {

    /** The path at which a server publishes its description. */
    static final String PATH = "/openapi.json";

    private static final String RESOURCE = "/dev/mandate/adapters/http/openapi.json";
    private static final String COMPONENTS = "#/components/";

    private OpenApi() {}

    /** Returns the document of everything that can be served, in UTF-8. */
    public static Bytes everything() {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return Bytes.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the document of {@code served} and of the description itself, with the necessary tags and components, in UTF-8. */
    public static Bytes of(Seq<Endpoint> served) {
        ObjectNode document = Json.parseObject(everything())
                .getOrElseThrow(failure -> new IllegalStateException("openapi.json: " + failure.message()));
        ObjectNode paths = (ObjectNode) document.get("paths");
        keepServed(paths, served.map(OpenApi::operation).toSet().add("GET " + PATH));
        keepTagsOf(paths, (ArrayNode) document.get("tags"));
        keepReferred(document, references(paths, document, HashSet.empty()));
        return Json.write(document);
    }

    private static String operation(Endpoint endpoint) {
        return endpoint.method() + " " + endpoint.path().text();
    }

    private static void keepServed(ObjectNode paths, Set<String> served) {
        for (String path : names(paths)) {
            ObjectNode methods = (ObjectNode) paths.get(path);
            keep(methods, method -> served.contains(method.toUpperCase(Locale.ROOT) + " " + path));
            if (methods.isEmpty()) {
                paths.remove(path);
            }
        }
    }

    private static void keepTagsOf(ObjectNode paths, ArrayNode tags) {
        Set<String> used = Array.ofAll(paths)
                .flatMap(Array::ofAll)
                .flatMap(operation -> Array.ofAll(operation.get("tags")))
                .map(JsonNode::stringValue)
                .toSet();
        tags.removeIf(tag -> !used.contains(tag.get("name").stringValue()));
    }

    /** Security schemes are referenced by name, not by {@code $ref}. */
    private static void keepReferred(ObjectNode document, Set<String> references) {
        ObjectNode components = (ObjectNode) document.get("components");
        names(components)
                .filter(kind -> !kind.equals("securitySchemes"))
                .forEach(kind -> keep(
                        (ObjectNode) components.get(kind),
                        name -> references.contains(COMPONENTS + kind + "/" + name)));
    }

    /** Returns {@code known} and all references of {@code node}, transitively. */
    private static Set<String> references(JsonNode node, ObjectNode document, Set<String> known) {
        Set<String> found = known;
        String reference = node.path("$ref").asString("");
        if (!reference.isEmpty() && !found.contains(reference)) {
            found = references(document.at(reference.substring(1)), document, found.add(reference));
        }
        for (JsonNode child : node) {
            found = references(child, document, found);
        }
        return found;
    }

    private static void keep(ObjectNode node, Predicate<String> kept) {
        names(node).reject(kept).forEach(name -> node.remove(name));
    }

    private static Array<String> names(ObjectNode node) {
        return Array.ofAll(node.propertyNames());
    }
}
