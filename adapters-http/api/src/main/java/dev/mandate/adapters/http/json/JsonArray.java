package dev.mandate.adapters.http.json;

import java.util.ArrayList;
import java.util.List;

/** An array of an answer. It grows at its end alone. Mutable; for one thread. */
public final class JsonArray extends JsonValue {

    private final List<JsonValue> elements = new ArrayList<>();

    JsonArray() {}

    /** With a text. */
    public void add(String text) {
        elements.add(new Text(text));
    }

    /** With an object, which may still grow. */
    public void add(JsonObject object) {
        elements.add(object);
    }

    /** Adds a new object. */
    public JsonObject addObject() {
        JsonObject object = new JsonObject();
        elements.add(object);
        return object;
    }

    @Override
    void writeTo(JsonWriter writer) {
        writer.mark('[');
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                writer.mark(',');
            }
            elements.get(i).writeTo(writer);
        }
        writer.mark(']');
    }
}
