package dev.mandate.domain.submission;

import io.vavr.control.Option;

/**
 * A transaction that may land.
 *
 * @param openUntil the last block height up to which it is certain that it could still land
 * @param rejection what a node said against it when it was last asked to pass it on
 */
public record PendingTransaction(SignedTransaction transaction, Lifetime lifetime, long openUntil, Option<NodeRejection> rejection) {

    /** Just signed. */
    static PendingTransaction of(SignedTransaction transaction, Lifetime lifetime) {
        return new PendingTransaction(transaction, lifetime, lifetime.lastValidBlockHeight(), Option.none());
    }

    PendingTransaction openUntil(long blockHeight) {
        return new PendingTransaction(transaction, lifetime, blockHeight, rejection);
    }

    PendingTransaction rejectedWith(NodeRejection latest) {
        return new PendingTransaction(transaction, lifetime, openUntil, Option.some(latest));
    }

    /** The same, passed on by a node; one that is behind takes what another one knows to have landed. */
    PendingTransaction withoutRejection() {
        return new PendingTransaction(transaction, lifetime, openUntil, hasLanded() ? rejection : Option.none());
    }

    /** Whether a node has said that the message has landed. */
    public boolean hasLanded() {
        return rejection.exists(known -> known.proof() == NodeRejection.Proof.LANDED);
    }
}
