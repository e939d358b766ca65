package dev.mandate.ports.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * A transaction on its way to the chain.
 *
 * @param account that it acts on or makes
 * @param signature its first, by which every explorer knows it; of one that landed, the one under which it did
 * @param rejection why a node would not pass it on when it was last asked to: it may land all the same, and is sent again, as long
 *     as its state is not final; none if nobody objects
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
     * What a node's preflight said.
     *
     * @param logs the program's log lines
     */
    public record NodeRejection(TransactionFailure failure, Seq<String> logs) {}

    /** Where it stands. Confirmed, failed and expired are final, and so is unknown once nodes may have forgotten. */
    public sealed interface State {

        /** Its bytes are settled; signatures are being made. */
        record Built() implements State {}

        /** Fully signed, and not sent yet. */
        record Signed() implements State {}

        /** Handed to a node, or about to be. */
        record Sent() implements State {}

        /** The chain has it, and it did what it says. */
        record Confirmed(long slot) implements State {}

        /** It landed and failed, for its fee. */
        record Failed(TransactionFailure failure) implements State {}

        /** Its lifetime ended before it landed: it never will. */
        record Expired() implements State {}

        /**
         * No node has told whether it landed. As long as it may, nothing else is sent in its place; once it can't any more, and the chain's
         * history does not tell, nobody is asked again.
         */
        record Unknown() implements State {}
    }
}
