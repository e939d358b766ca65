package dev.mandate.adapters.http.json;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

/**
 * What a shape reads, as keywords of a JSON JsonSchema (2020-12). It describes requests; it does not check them.
 *
 * @param name of its component in the service's description; none: it stands where it is used
 * @param keywords values are texts, numbers, booleans, schemas, and collections of them
 */
public record JsonSchema(Option<String> name, LinkedHashMap<String, Object> keywords) {

    /** Any value. */
    public static final JsonSchema ANY = new JsonSchema(Option.none(), LinkedHashMap.empty());

    /** Returns the schema of a type. */
    public static JsonSchema of(String type) {
        return ANY.with("type", type);
    }

    /** Returns this schema with a further keyword. */
    public JsonSchema with(String keyword, Object value) {
        return new JsonSchema(name, keywords.put(keyword, value));
    }

    /** Returns this schema as a component. */
    public JsonSchema named(String component) {
        return new JsonSchema(Option.some(component), keywords);
    }
}
