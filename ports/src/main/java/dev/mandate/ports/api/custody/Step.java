package dev.mandate.ports.api.custody;

import dev.mandate.ports.spi.program.UnsignedTransaction;

/**
 * One transaction of a plan. Submit each step only after the step before it has landed.
 *
 * @param unsigned its bytes and its signers
 * @param fee what it costs, and who pays
 */
public record Step(Kind kind, UnsignedTransaction unsigned, FeeQuote fee) {

    /** What a step does. */
    public enum Kind {
        /** The whole request in one transaction. */
        ALL,
        /** Creates a buffer for content that is too large for one transaction. */
        BUFFER_CREATE,
        /** Appends to the buffer. */
        BUFFER_EXTEND,
        /** Creates the transaction and its proposal, and opens it for votes. */
        PROPOSE,
        /**
         * Votes for the proposal at the index. A vote names only the index, and another proposal may have taken it. So each vote names
         * its content in a memo ({@link dev.mandate.domain.transaction.VotePurpose}), and a submission for other content is refused.
         * Submit it after {@link #PROPOSE} has landed.
         */
        APPROVE,
        REJECT,
        CANCEL,
        /** Creates a lookup table and adds the first of the accounts that the execution names. */
        LOOKUP_TABLE_CREATE,
        /** Adds further accounts to the lookup table. */
        LOOKUP_TABLE_EXTEND,
        EXECUTE,
        /** Closes the transaction, if there is a rent collector for its rent, and the lookup table. */
        CLOSE
    }
}
