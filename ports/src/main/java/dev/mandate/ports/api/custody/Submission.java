package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * A transaction on its way to the chain.
 *
 * @param account the account that it acts on or creates
 * @param signature the transaction's first signature, which explorers show; after landing, the one under which it landed
 * @param transaction its bytes; without signatures while these are being made
 * @param rejection why a node refused it at the last attempt. It may still land, and is sent again until its state is final; none if no
 *     node refused
 * @param at time of its last change of state, by the server's clock
 */
public record Submission(
        SubmissionId id,
        Address account,
        Signature signature,
        Bytes transaction,
        State state,
        Option<NodeRejection> rejection,
        UnixTime at) {

    /** The same under another id. */
    public Submission as(SubmissionId other) {
        return new Submission(other, account, signature, transaction, state, rejection, at);
    }

    /**
     * The result of a node's preflight.
     *
     * @param logs the program's log lines
     */
    public record NodeRejection(TransactionFailure failure, Seq<String> logs) {}

    /** The state. Confirmed, failed and expired are final. Unknown becomes final when nodes may no longer remember the transaction. */
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

        /** Its lifetime ended before it landed. It can no longer land. */
        record Expired() implements State {}

        /**
         * It is not known whether it landed. While it may land, nothing else is sent in its place. The search ends when it cannot land any
         * more and the chain's history does not show it.
         */
        record Unknown() implements State {}
    }
}
