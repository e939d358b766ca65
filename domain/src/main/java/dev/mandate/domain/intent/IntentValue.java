package dev.mandate.domain.intent;

import io.vavr.collection.Array;
import io.vavr.collection.SortedMap;
import io.vavr.control.Option;

/**
 * A value in an intent. Values are few and plain, so that each has one canonical form (RFC 8785) that every canonicalizer finds: no null, no
 * fraction, no character beyond printable ASCII.
 */
public sealed interface IntentValue {

    /** Every canonicalizer holds such numbers exactly (RFC 7493, 2.2). */
    long MAX_NUMBER = (1L << 53) - 1;

    /** The canonical form (RFC 8785). */
    String canonical();

    /** A text of printable ASCII. */
    record Text(String text) implements IntentValue {

        public Text {
            if (!isPrintable(text)) {
                throw new IllegalArgumentException("not printable ASCII");
            }
        }

        /** The text; none if a character is not printable ASCII. */
        public static Option<Text> of(String text) {
            return Option.when(isPrintable(text), () -> new Text(text));
        }

        private static boolean isPrintable(String text) {
            return text.chars().allMatch(character -> character >= ' ' && character <= '~');
        }

        @Override
        public String canonical() {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }

    /** A whole number from -{@link #MAX_NUMBER} to {@link #MAX_NUMBER}. */
    record Whole(long number) implements IntentValue {

        public Whole {
            if (number < -MAX_NUMBER || number > MAX_NUMBER) {
                throw new IllegalArgumentException("beyond 53 bits");
            }
        }

        @Override
        public String canonical() {
            return Long.toString(number);
        }
    }

    /** True or false. */
    record Flag(boolean set) implements IntentValue {

        @Override
        public String canonical() {
            return Boolean.toString(set);
        }
    }

    /** An array. */
    record Items(Array<IntentValue> items) implements IntentValue {

        @Override
        public String canonical() {
            return items.map(IntentValue::canonical).mkString("[", ",", "]");
        }
    }

    /**
     * An object.
     *
     * @param fields by their names, which are printable ASCII
     */
    record Fields(SortedMap<String, IntentValue> fields) implements IntentValue {

        @Override
        public String canonical() {
            return fields.map(field -> new Text(field._1).canonical() + ":" + field._2.canonical()).mkString("{", ",", "}");
        }
    }
}
