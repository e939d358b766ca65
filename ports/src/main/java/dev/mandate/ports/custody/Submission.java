package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * A transaction on its way to the chain.
 *
 * @param account that it acts on or creates
 * @param signature its first, which explorers show; once it has landed, the one under which it landed
 * @param rejection why a node refused to forward it at the last attempt: it may still land, and is sent again until its state is final;
 *     none if no node refused
 * @param at the server's time of its last step
 */
public record Submission(
        SubmissionId id,
        Address account,
        Signature signature,
        State state,
        Option<NodeRejection> rejection,
        UnixTime at) {

    /**
     * The result of a node's preflight.
     *
     * @param logs the program's log lines
     */
    public record NodeRejection(TransactionFailure failure, Seq<String> logs) {}

    /** Its state. Confirmed, failed and expired are final, and so is unknown once nodes may no longer know the transaction. */
    public sealed interface State {

        /** Its bytes are final; signatures are being made. */
        record Built() implements State {}

        /** Fully signed, and not sent yet. */
        record Signed() implements State {}

        /** Sent to a node, or about to be sent. */
        record Sent() implements State {}

        /** It landed and succeeded. */
        record Confirmed(long slot) implements State {}

        /** It landed and failed; only its fee was paid. */
        record Failed(TransactionFailure failure) implements State {}

        /** Its lifetime ended before it landed: it never will land. */
        record Expired() implements State {}

        /**
         * It is not known whether it landed. As long as it may land, nothing else is sent in its place. Once it cannot land any more and
         * the chain's history does not show it, the search ends.
         */
        record Unknown() implements State {}
    }
}
