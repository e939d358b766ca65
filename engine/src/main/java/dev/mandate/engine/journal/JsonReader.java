package dev.mandate.engine.journal;

import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads JSON in the journal's format: no blanks, members in the order of the record's components, whole numbers of 64 bits. Any
 * other text throws an {@link IllegalArgumentException}, whose message does not repeat the text.
 */
final class JsonReader {

    private final String json;
    private int at;

    private JsonReader(String json) {
        this.json = json;
    }

    /** Reads {@code json} completely; further characters are an error. */
    static <T> T read(String json, Function<JsonReader, T> value) {
        JsonReader in = new JsonReader(json);
        T read = value.apply(in);
        if (in.at < json.length()) {
            throw in.wrong("the end");
        }
        return read;
    }

    /** Reads a value at the start of {@code json} and ignores the rest. */
    static <T> T readStart(String json, Function<JsonReader, T> value) {
        return value.apply(new JsonReader(json));
    }

    /** Writes a JSON string with its quotes. */
    static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                // An unpaired surrogate has no UTF-8 encoding.
                out.append("\\u").append(Integer.toHexString(0x10000 + c), 1, 5);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    boolean take(String literal) {
        boolean there = json.startsWith(literal, at);
        at += there ? literal.length() : 0;
        return there;
    }

    void expect(String literal) {
        if (!take(literal)) {
            throw wrong(literal);
        }
    }

    long number() {
        int start = at;
        boolean negative = take("-");
        while (at < json.length() && json.charAt(at) >= '0' && json.charAt(at) <= '9') {
            at++;
        }
        int digits = at - start - (negative ? 1 : 0);
        if (digits == 0 || (json.charAt(at - digits) == '0' && (negative || digits > 1))) {
            throw wrong("a number");
        }
        return Long.parseLong(json, start, at, 10);
    }

    String text() {
        expect("\"");
        int start = at;
        StringBuilder unescaped = new StringBuilder();
        while (at < json.length() && json.charAt(at) >= ' ') {
            char c = json.charAt(at++);
            if (c == '"') {
                return unescaped.append(json, start, at - 1).toString();
            }
            if (c == '\\') {
                unescaped.append(json, start, at - 1).append(escaped());
                start = at;
            }
        }
        throw wrong("the end of a text");
    }

    /** Reads an array. */
    <T> Array<T> items(Function<JsonReader, T> item) {
        List<T> items = new ArrayList<>();
        expect("[");
        while (!take("]")) {
            if (!items.isEmpty()) {
                expect(",");
            }
            items.add(item.apply(this));
        }
        return Array.ofAll(items);
    }

    /** Reads an object of any members, and returns their values as JSON texts. */
    LinkedHashMap<String, String> members() {
        LinkedHashMap<String, String> members = LinkedHashMap.empty();
        expect("{");
        while (!take("}")) {
            if (!members.isEmpty()) {
                expect(",");
            }
            String name = text();
            expect(":");
            members = members.put(name, raw());
        }
        return members;
    }

    /** Reads any value, and returns its JSON text. */
    String raw() {
        int start = at;
        if (json.startsWith("{", at)) {
            var unused = members();
        } else if (json.startsWith("[", at)) {
            var unused = items(JsonReader::raw);
        } else if (json.startsWith("\"", at)) {
            var unused = text();
        } else if (!take("null")) {
            var unused = number();
        }
        return json.substring(start, at);
    }

    private char escaped() {
        if (take("\"")) {
            return '"';
        }
        if (take("\\")) {
            return '\\';
        }
        expect("u");
        at = Math.min(at + 4, json.length());
        return (char) Integer.parseInt(json, at - 4, at, 16);
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("expected " + expected + " at character " + at);
    }
}
