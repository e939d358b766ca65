package dev.mandate.engine.journal;

import io.vavr.collection.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Objects;

/** Encodes a record as a JSON object of its components. */
final class RecordCodec implements Codec<Object> {

    private final String name;
    private final String[] names;
    private final Method[] accessors;
    private final Array<Codec<Object>> codecs;
    private final Constructor<?> constructor;

    RecordCodec(Class<?> record) {
        Array<RecordComponent> components = Array.of(record.getRecordComponents());
        this.name = record.getSimpleName();
        this.names = components.map(it -> '"' + it.getName() + "\":").toJavaArray(String[]::new);
        this.accessors = components.map(RecordComponent::getAccessor).toJavaArray(Method[]::new);
        this.codecs = components.map(it -> Codecs.find(it.getGenericType()));
        try {
            this.constructor = record.getDeclaredConstructor(components.map(RecordComponent::getType).toJavaArray(Class[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every record has one", e);
        }
        constructor.setAccessible(true);
        Array.of(accessors).forEach(accessor -> accessor.setAccessible(true));
    }

    int count() {
        return names.length;
    }

    /** Encodes a record of one component as that component alone. */
    Codec<Object> single() {
        Codec<Object> only = codecs.head();
        return Codecs.codec(only::shape, (value, out) -> only.write(part(value, 0), out), in -> made(only.read(in)));
    }

    @Override
    public String shape(Map<String, String> named) {
        named.put(name, shapes("", named));
        return name;
    }

    /** The shape of an object whose first members are {@code first}. */
    String shapes(String first, Map<String, String> named) {
        Array<String> all = Array.of(names).zipWith(codecs, (member, codec) -> member + codec.shape(named));
        return (first.isEmpty() ? all : all.prepend(first)).mkString("{", ", ", "}");
    }

    @Override
    public void write(Object value, StringBuilder out) {
        out.append('{');
        append(value, "", out);
    }

    /** Appends the members and the closing brace, with {@code comma} before the first member. */
    void append(Object value, String comma, StringBuilder out) {
        for (int i = 0; i < names.length; i++) {
            out.append(i == 0 ? comma : ",").append(names[i]);
            codecs.get(i).write(part(value, i), out);
        }
        out.append('}');
    }

    @Override
    public Object read(JsonReader in) {
        in.expect("{");
        return rest("", in);
    }

    Object rest(String comma, JsonReader in) {
        Object[] parts = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            in.expect(i == 0 ? comma : ",");
            in.expect(names[i]);
            parts[i] = codecs.get(i).read(in);
        }
        in.expect("}");
        return made(parts);
    }

    private Object part(Object value, int index) {
        try {
            return Objects.requireNonNull(accessors[index].invoke(value));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object made(Object... parts) {
        try {
            return constructor.newInstance(parts);
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException("a value that is none: " + refused.getCause(), refused);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
