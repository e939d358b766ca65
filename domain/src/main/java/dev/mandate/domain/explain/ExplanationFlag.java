package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * Something that deserves a second look.
 *
 * @param instruction the zero-based number of the outer instruction; none if it is about the whole transaction
 * @param address what it is about
 * @param certainty whether it is so, or could not be found out
 */
public record ExplanationFlag(Code code, Option<Integer> instruction, Option<Address> address, Certainty certainty) {

    public enum Certainty {
        CERTAIN,
        UNKNOWN
    }

    /** The kinds of flags, the dearest first. */
    public enum Code {
        /** No signer and no admin with a key could change the settings of an account any more. */
        LOCKS_OUT,
        GIVES_AWAY_VAULT,
        GIVES_AWAY_TOKEN_AUTHORITY,
        CLOSES_TOKEN_ACCOUNT_ELSEWHERE,
        APPROVES_DELEGATE,
        GIVES_AWAY_PROGRAM,
        GIVES_AWAY_STAKE,
        GIVES_AWAY_NONCE,
        GIVES_AWAY_LOOKUP_TABLE,
        /** An instruction is not understood. */
        UNKNOWN_PROGRAM,
        /** Content that is voted on or executed was not read, or is not understood. */
        CONTENT_UNREAD,
        /** Money, or a way to get some, for an address where nobody can use it. */
        UNUSABLE_RECEIVER,
        /** It is about an account of somebody else. */
        NOT_OURS,
        /** The signatures do not expire. */
        DURABLE_NONCE,
        /** The settings of an account have changed within seven days. */
        SETTINGS_CHANGED_RECENTLY,
        /** An account has no time lock, and fewer than half of its voters decide. */
        TIME_LOCK_ZERO
    }

    static Array<ExplanationFlag> ordered(Array<ExplanationFlag> flags) {
        return flags.distinct().sortBy(ExplanationFlag::code);
    }
}
