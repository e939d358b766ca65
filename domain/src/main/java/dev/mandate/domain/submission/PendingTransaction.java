package dev.mandate.domain.submission;

import io.vavr.control.Option;

/**
 * A transaction that may land.
 *
 * @param openUntil the last block height at which it certainly could still land
 * @param rejection a node's rejection when it was last asked to pass the transaction on
 */
public record PendingTransaction(SignedTransaction transaction, Lifetime lifetime, long openUntil, Option<NodeRejection> rejection) {

    /** Returns a transaction that was just signed. */
    static PendingTransaction of(SignedTransaction transaction, Lifetime lifetime) {
        return new PendingTransaction(transaction, lifetime, lifetime.lastValidBlockHeight(), Option.none());
    }

    PendingTransaction openUntil(long blockHeight) {
        return new PendingTransaction(transaction, lifetime, blockHeight, rejection);
    }

    PendingTransaction rejectedWith(NodeRejection latest) {
        return new PendingTransaction(transaction, lifetime, openUntil, Option.some(latest));
    }

    /** Returns the transaction after a node accepted it. A rejection that proves landing stays: the accepting node may lag behind. */
    PendingTransaction withoutRejection() {
        return new PendingTransaction(transaction, lifetime, openUntil, hasLanded() ? rejection : Option.none());
    }

    /** Returns whether a node reported that the message has landed. */
    public boolean hasLanded() {
        return rejection.exists(known -> known.proof() == NodeRejection.Proof.LANDED);
    }
}
