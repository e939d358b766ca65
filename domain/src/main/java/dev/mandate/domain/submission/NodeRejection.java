package dev.mandate.domain.submission;

import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Seq;

/**
 * A node's refusal to pass a transaction on, after its own simulation.
 *
 * @param logs the programs' log lines
 */
public record NodeRejection(TransactionFailure failure, Seq<String> logs) {

    /**
     * Returns what this proves. A node simulates on the state that it knows. A time lock may end, lamports may arrive, and the node
     * may lag behind or be wrong. One node's refusal is not the network's, whatever it says about the bytes.
     */
    public Proof proof() {
        return switch (failure) {
            case TransactionFailure.InstructionFailed instruction -> Proof.NOT_NOW;
            case TransactionFailure.InsufficientFundsForRent rent -> Proof.NOT_NOW;
            case TransactionFailure.Named(String name) -> ofName(name);
        };
    }

    /** The names are those of the runtime's {@code TransactionError}. */
    private static Proof ofName(String name) {
        return switch (name) {
            case "AlreadyProcessed" -> Proof.LANDED;
            case "BlockhashNotFound" -> Proof.NOTHING;
            default -> Proof.NOT_NOW;
        };
    }

    /** What a rejection proves. */
    public enum Proof {
        /** The transaction would have failed now, as far as this node knows. */
        NOT_NOW,
        /**
         * The message was processed. It landed under this signature, which the node may show soon; under another signature of the same
         * signers, which only a search of the history finds; or on a fork that may be abandoned.
         */
        LANDED,
        /** Nothing: the node does not know the blockhash. A node that lags behind does not know a new one yet. */
        NOTHING
    }
}
