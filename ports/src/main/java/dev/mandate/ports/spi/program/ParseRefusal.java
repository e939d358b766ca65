package dev.mandate.ports.spi.program;

import io.vavr.control.Option;

/**
 * Why bytes are not a transaction, or one that cannot be resolved.
 *
 * @param detail the fault and its place
 * @param missing the entry that its lookup table does not have, if that is the fault: the bytes may be right
 */
public record ParseRefusal(String detail, Option<LayoutProblem.MissingEntry> missing) {

    /** The bytes are wrong. */
    public ParseRefusal(String detail) {
        this(detail, Option.none());
    }
}
