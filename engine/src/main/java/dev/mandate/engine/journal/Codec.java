package dev.mandate.engine.journal;

import java.util.Map;

/** Spells values of one type in JSON and reads them back. Equal values give equal text. */
interface Codec<T> {

    void write(T value, StringBuilder out);

    /** The shape for people, such as {@code [base58]}; shapes with a name are put into {@code named}. */
    String shape(Map<String, String> named);

    /** Throws an {@link IllegalArgumentException} if what comes is no such value. */
    T read(JsonReader in);
}
