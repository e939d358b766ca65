package dev.mandate.engine.journal;

import java.util.Map;

/** Writes values of one type as JSON and reads them. Equal values give equal text. */
interface Codec<T> {

    void write(T value, StringBuilder out);

    /** A readable description of the JSON shape, such as {@code [base58]}. Adds shapes that have a name to {@code named}. */
    String shape(Map<String, String> named);

    /** Reads a value. Throws an {@link IllegalArgumentException} if the input is not a value of this type. */
    T read(JsonReader in);
}
