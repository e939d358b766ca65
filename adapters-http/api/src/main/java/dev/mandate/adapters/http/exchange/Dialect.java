package dev.mandate.adapters.http.exchange;

/** The clients that a path is for. */
public enum Dialect {
    /** The documented interface: strict about fields, bare answers. */
    NEUTRAL,
    /** The public SDK {@code @sqds/grid}: ignores unknown fields, wraps answers in an envelope. */
    GRID
}
