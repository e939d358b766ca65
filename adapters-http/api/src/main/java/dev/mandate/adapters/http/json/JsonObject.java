package dev.mandate.adapters.http.json;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Seq;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * An object of an answer. It grows at its end alone: what is put first stands first, and whoever puts a name puts it once. Mutable; for
 * one thread.
 *
 * <p>An answer is put together, written and dropped. It is never searched, and so has nothing to be searched by, as an object that was
 * parsed has.
 */
public final class JsonObject extends JsonValue {

    private static final int USUAL = 8;

    private String[] names = new String[USUAL];
    private JsonValue[] values = new JsonValue[USUAL];
    private int size;

    JsonObject() {}

    /** With a text. */
    @CanIgnoreReturnValue
    public JsonObject put(String name, String text) {
        return with(name, new Text(text));
    }

    /** With a text that spells {@code bytes} in base64 with padding (RFC 4648, section 4). */
    @CanIgnoreReturnValue
    public JsonObject put(String name, Bytes bytes) {
        return with(name, new Base64(bytes));
    }

    /** With a whole number. */
    @CanIgnoreReturnValue
    public JsonObject put(String name, long number) {
        return with(name, new Word(Long.toString(number)));
    }

    /** With a number, of as many digits as it has. */
    @CanIgnoreReturnValue
    public JsonObject put(String name, BigDecimal number) {
        return with(name, new Word(number.toString()));
    }

    /** With true or false. */
    @CanIgnoreReturnValue
    public JsonObject put(String name, boolean value) {
        return with(name, value ? Word.TRUE : Word.FALSE);
    }

    /** With null. */
    @CanIgnoreReturnValue
    public JsonObject putNull(String name) {
        return with(name, Word.NULL);
    }

    /** With an object, which may still grow. */
    @CanIgnoreReturnValue
    public JsonObject put(String name, JsonObject object) {
        return with(name, object);
    }

    /** Puts a new object. */
    @CanIgnoreReturnValue
    public JsonObject putObject(String name) {
        JsonObject object = new JsonObject();
        with(name, object);
        return object;
    }

    /** Puts a new array. */
    @CanIgnoreReturnValue
    public JsonArray putArray(String name) {
        JsonArray array = new JsonArray();
        with(name, array);
        return array;
    }

    /** With an array of texts. */
    @CanIgnoreReturnValue
    public JsonObject putTexts(String name, Seq<String> texts) {
        JsonArray array = putArray(name);
        texts.forEach(array::add);
        return this;
    }

    /** With an array of objects, which may still grow. */
    @CanIgnoreReturnValue
    public JsonObject putObjects(String name, Seq<JsonObject> objects) {
        JsonArray array = putArray(name);
        objects.forEach(array::add);
        return this;
    }

    @CanIgnoreReturnValue
    private JsonObject with(String name, JsonValue value) {
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        names[size] = name;
        values[size] = value;
        size++;
        return this;
    }

    @Override
    void writeTo(JsonWriter writer) {
        writer.mark('{');
        if (size > 0) {
            writer.firstName(names[0]);
            values[0].writeTo(writer);
        }
        for (int i = 1; i < size; i++) {
            writer.nextName(names[i]);
            values[i].writeTo(writer);
        }
        writer.mark('}');
    }
}
