package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.Payload;
import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import java.util.function.UnaryOperator;

/**
 * A recorded JSON object, for the functions of {@link EntityType#upcasting}. Immutable. The order of members is part of a shape. The value of a
 * member is its JSON text, without blanks.
 *
 * <p>A method throws an {@link IllegalArgumentException} if the object has not the members that it expects. The record then counts as damaged.
 */
public final class JsonObject {

    /** JSON's null, the value of an option that is empty. */
    public static final String NULL = "null";

    private static final String TYPE = "type";

    private final LinkedHashMap<String, String> members;

    private JsonObject(LinkedHashMap<String, String> members) {
        this.members = members;
    }

    /** The content of a payload. Its first member is the payload's type, as in a case of a sealed type. */
    static JsonObject of(Payload payload) {
        return parse(payload.content())
                .members
                .foldLeft(
                        new JsonObject(LinkedHashMap.of(TYPE, quoted(payload.type()))),
                        (object, member) -> object.with(member._1, member._2));
    }

    Payload payload(int schemaVersion) {
        return new Payload(JsonReader.read(get(TYPE), JsonReader::text), schemaVersion, without(TYPE).toString());
    }

    private static JsonObject parse(String json) {
        return new JsonObject(JsonReader.read(json, JsonReader::members));
    }

    /** The JSON of a member. */
    public String get(String name) {
        return members.get(present(name)).get();
    }

    /** The same object with one more member, as its last one. So a new component of a record is its last. */
    public JsonObject with(String name, String json) {
        return new JsonObject(members.put(absent(name), json));
    }

    /** The same object with another name of a member. */
    public JsonObject renamed(String name, String next) {
        String json = get(name);
        return new JsonObject(members.replace(Tuple.of(name, json), Tuple.of(absent(next), json)));
    }

    /** The same object with a changed value of a member. */
    public JsonObject changed(String name, UnaryOperator<String> change) {
        return new JsonObject(members.put(name, change.apply(get(name))));
    }

    /** The same object without a member. */
    public JsonObject without(String name) {
        return new JsonObject(members.remove(present(name)));
    }

    private String present(String name) {
        if (!members.containsKey(name)) {
            throw new IllegalArgumentException("no member " + name);
        }
        return name;
    }

    private String absent(String name) {
        if (members.containsKey(name)) {
            throw new IllegalArgumentException("a second member " + name);
        }
        return name;
    }

    /** {@code change} of this object if it is a payload, or a case of a sealed type, of this type. */
    public JsonObject when(String type, UnaryOperator<JsonObject> change) {
        return members.get(TYPE).contains(quoted(type)) ? change.apply(this) : this;
    }

    /**
     * The same object with {@code change} of each object in a member of this name, alone or in an array. The member is found at any depth, but not
     * within what is changed.
     */
    public JsonObject inside(String name, UnaryOperator<JsonObject> change) {
        return new JsonObject(members.map((member, json) -> Tuple.of(
                member, eachObject(json, member.equals(name) ? change : object -> object.inside(name, change)))));
    }

    private static String eachObject(String json, UnaryOperator<JsonObject> change) {
        return switch (json.charAt(0)) {
            case '{' -> change.apply(parse(json)).toString();
            case '[' -> JsonReader.read(json, in -> in.items(JsonReader::raw)).map(item -> eachObject(item, change)).mkString("[", ",", "]");
            default -> json;
        };
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        JsonReader.quote(text, quoted);
        return quoted.toString();
    }

    /** Its JSON. */
    @Override
    public String toString() {
        return members.map(member -> quoted(member._1) + ":" + member._2).mkString("{", ",", "}");
    }
}
