package dev.mandate.adapters.http.exchange;

/** Which clients a path is for. */
public enum Dialect {
    /** The interface as written: strict about fields, answers bare. */
    NEUTRAL,
    /** The public SDK {@code @sqds/grid}: passes over what it does not know, answers in an envelope. */
    GRID
}
