package dev.mandate.conformance.script;

import io.vavr.collection.Array;

/** Something that must hold of an answer. */
public sealed interface Expectation {

    /** The words of the script. */
    String text();

    /** The status is one of these. */
    record Status(String text, Array<Integer> statuses) implements Expectation {}

    /** A member of the JSON body, by JSON Pointer (RFC 6901). */
    record Member(String text, String pointer, Check check) implements Expectation {}

    /** A header's value, as a JSON text. */
    record Header(String text, String name, Check check) implements Expectation {}

    /** The body as text does not contain {@code words}. */
    record BodyLacks(String text, String words) implements Expectation {}

    /** What must hold of a value. */
    sealed interface Check {

        /** It is equal to a JSON value. */
        record Equal(String json) implements Check {}

        /** It is another value than this. */
        record Different(String json) implements Check {}

        record OfType(JsonType type) implements Check {}

        /** It is a text, or a number's digits, that the whole pattern matches. */
        record Matches(String pattern) implements Check {}

        record Absent() implements Check {}

        /** It is an array with this element. An object that has these members counts. */
        record Contains(String json) implements Check {}

        record Entries(int count) implements Check {}
    }

    /** The types of JSON values. */
    enum JsonType {
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        ARRAY,
        OBJECT,
        NULL
    }
}
