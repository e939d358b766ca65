package dev.mandate.domain.submission;

import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Seq;

/**
 * Why a node did not pass a transaction on, having tried it out first.
 *
 * @param logs the programs' log lines
 */
public record NodeRejection(TransactionFailure failure, Seq<String> logs) {

    /**
     * What this proves. A node tries a transaction out on the state that it knows: a lock may end, money may come, the node may be
     * behind or wrong. One node's refusal is not the network's, whatever it says about the bytes.
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

    /** What follows from a rejection. */
    public enum Proof {
        /** They would have failed just now, as far as this node knows. */
        NOT_NOW,
        /**
         * Their message has been processed: under this signature, which the node may be about to show; under another one of the same
         * signers, which only a search of the history finds; or on a fork that may yet be left.
         */
        LANDED,
        /** Nothing: the node does not know their blockhash, which one that is behind does not yet. */
        NOTHING
    }
}
