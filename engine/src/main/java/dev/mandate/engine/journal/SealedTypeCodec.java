package dev.mandate.engine.journal;

import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.Locale;

/** The cases of a sealed type, or a single record type, by names such as {@code rejected-by-node}. */
final class SealedTypeCodec implements Codec<Object> {

    private final String name;
    private final Map<String, RecordCodec> members;
    private final java.util.Map<Class<?>, String> names;

    SealedTypeCodec(Class<?> type) {
        this.name = type.getSimpleName();
        Array<Class<?>> records = records(type);
        this.members = records.toLinkedMap(SealedTypeCodec::name, RecordCodec::new);
        this.names = records.toJavaMap(it -> Tuple.of(it, name(it)));
    }

    private static Array<Class<?>> records(Class<?> type) {
        return type.isSealed() ? Array.<Class<?>>of(type.getPermittedSubclasses()).flatMap(SealedTypeCodec::records) : Array.of(type);
    }

    private static String name(Class<?> type) {
        return type.getSimpleName().replaceAll("(?<!^)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** The name of a value's case. */
    String nameOf(Object value) {
        return Option.of(names.get(value.getClass())).getOrElseThrow(() -> new IllegalStateException("no case: " + value.getClass()));
    }

    /** All cases by name. */
    Map<String, RecordCodec> all() {
        return members;
    }

    Option<RecordCodec> find(String name) {
        return members.get(name);
    }

    @Override
    public String shape(java.util.Map<String, String> named) {
        named.put(name, members.map(it -> it._2.shapes("\"type\":\"" + it._1 + '"', named)).mkString("\n    | "));
        return name;
    }

    @Override
    public void write(Object value, StringBuilder out) {
        String name = nameOf(value);
        out.append("{\"type\":\"").append(name).append('"');
        members.get(name).get().append(value, ",", out);
    }

    @Override
    public Object read(JsonReader in) {
        in.expect("{\"type\":");
        String name = in.text();
        return find(name).getOrElseThrow(() -> new IllegalArgumentException("the unknown type " + name)).rest(",", in);
    }
}
