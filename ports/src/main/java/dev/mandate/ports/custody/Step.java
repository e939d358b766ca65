package dev.mandate.ports.custody;

import dev.mandate.ports.program.UnsignedTransaction;

/**
 * One transaction of those that were built together. Each but the first takes that the one before it has landed.
 *
 * @param unsigned its bytes, and who has to sign
 * @param fee what it will cost, and whom
 */
public record Step(Kind kind, UnsignedTransaction unsigned, FeeQuote fee) {

    /** What a step does. */
    public enum Kind {
        /** Everything, there being no other step. */
        ALL,
        /** Opens a buffer for content that is too large for one transaction. */
        BUFFER_CREATE,
        /** Adds to the buffer. */
        BUFFER_EXTEND,
        /** Puts the content before the account, and opens it for votes. */
        PROPOSE,
        /**
         * Votes for what is proposed under the index, whatever that is: somebody else's proposal may have been faster, and the votes
         * would be for that. So they say in a memo what they are for ({@link dev.mandate.domain.transaction.VotePurpose}), and are
         * taken to the chain for nothing else. Submit them once {@link #PROPOSE} has landed.
         */
        APPROVE,
        REJECT,
        CANCEL,
        /** Makes a lookup table of accounts that the execution names, and begins to fill it. */
        LOOKUP_TABLE_CREATE,
        /** Adds to the lookup table. */
        LOOKUP_TABLE_EXTEND,
        EXECUTE,
        /** Gives back what is needed no more: the transaction's rent, where there is a rent collector, and the lookup table. */
        CLOSE
    }
}
