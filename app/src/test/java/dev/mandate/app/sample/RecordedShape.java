package dev.mandate.app.sample;

import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import java.util.Locale;

/** A shape of JSON, in the words of {@code docs/journal.md}. */
sealed interface RecordedShape {

    /** An object with exactly these members, in this order. */
    record Members(Map<String, RecordedShape> all) implements RecordedShape {}

    record Items(RecordedShape each) implements RecordedShape {}

    /** The shape that is listed under this name. */
    record Named(String name) implements RecordedShape {}

    /** A word such as {@code number}, or a constant. */
    record Word(String text) implements RecordedShape {}

    /** One of several. */
    record Alternatives(Array<RecordedShape> all) implements RecordedShape {

        /** Whether they are a value that may be missing. */
        boolean isOption() {
            return all.length() == 2 && all.contains(new Word("null"));
        }
    }

    /** The shape that {@code text} describes. */
    static RecordedShape of(String text) {
        return new Parser(text).alternatives();
    }

    /** Its name among alternatives. */
    default String label() {
        return switch (this) {
            case Members(var all) -> all.get("type").map(RecordedShape::label).getOrElse("object");
            case Items items -> "[]";
            case Named(String name) -> name;
            case Word(String text) -> text;
            case Alternatives several -> "several";
        };
    }

    /** Reads the text of a shape. */
    final class Parser {

        private final String text;
        private int at;

        private Parser(String text) {
            this.text = text;
        }

        private RecordedShape alternatives() {
            Array<RecordedShape> all = Array.of(one());
            while (take(" | ")) {
                all = all.append(one());
            }
            return all.length() == 1 ? all.head() : new Alternatives(all);
        }

        private RecordedShape one() {
            if (take("{")) {
                Map<String, RecordedShape> members = LinkedHashMap.empty();
                while (!take("}")) {
                    if (!members.isEmpty()) {
                        expect(", ");
                    }
                    String name = quoted();
                    expect(":");
                    members = members.put(name, alternatives());
                }
                return new Members(members);
            }
            if (take("[")) {
                RecordedShape each = alternatives();
                expect("]");
                return new Items(each);
            }
            if (text.startsWith("\"", at)) {
                return new Word(quoted());
            }
            String word = word();
            return Character.isUpperCase(word.charAt(0)) && !word.equals(word.toUpperCase(Locale.ROOT))
                    ? new Named(word)
                    : new Word(word);
        }

        private String quoted() {
            expect("\"");
            int end = text.indexOf('"', at);
            String quoted = text.substring(at, end);
            at = end + 1;
            return quoted;
        }

        private String word() {
            int start = at;
            while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
                at++;
            }
            return text.substring(start, at);
        }

        private boolean take(String literal) {
            boolean there = text.startsWith(literal, at);
            at += there ? literal.length() : 0;
            return there;
        }

        private void expect(String literal) {
            if (!take(literal)) {
                throw new IllegalArgumentException("expected " + literal + " at character " + at + " of " + text);
            }
        }
    }
}
