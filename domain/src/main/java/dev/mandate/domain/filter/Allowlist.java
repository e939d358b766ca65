package dev.mandate.domain.filter;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/**
 * A list outside of which an account does nothing. Lists of one kind count together.
 *
 * @param id unique among an account's allowlists
 * @param addresses receivers, programs or mints; the zero address is SOL
 */
public record Allowlist(FilterId id, Kind kind, Array<Address> addresses) {

    /** What a list restricts. */
    public enum Kind {
        /** Who may get money or a right over money. */
        DESTINATION,
        /** The programs that a vault may call. */
        PROGRAM,
        /** The tokens that a vault may move. */
        TOKEN
    }
}
