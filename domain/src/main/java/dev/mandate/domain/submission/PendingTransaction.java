package dev.mandate.domain.submission;

import io.vavr.control.Option;

/**
 * A transaction that may land.
 *
 * @param openUntil the last block height up to which it is certain that it could still land
 * @param objection what a node said against it when it was last asked to pass it on
 */
public record PendingTransaction(SignedTransaction transaction, Lifetime lifetime, long openUntil, Option<NodeRejection> objection) {

    /** Just signed. */
    static PendingTransaction of(SignedTransaction transaction, Lifetime lifetime) {
        return new PendingTransaction(transaction, lifetime, lifetime.lastValidBlockHeight(), Option.none());
    }

    PendingTransaction openUntil(long blockHeight) {
        return new PendingTransaction(transaction, lifetime, blockHeight, objection);
    }

    PendingTransaction objectedTo(NodeRejection latest) {
        return new PendingTransaction(transaction, lifetime, openUntil, Option.some(latest));
    }

    /** The same, passed on by a node; one that is behind takes what another one knows to have landed. */
    PendingTransaction withoutObjection() {
        return new PendingTransaction(transaction, lifetime, openUntil, hasLanded() ? objection : Option.none());
    }

    /** Whether a node has said that the message has landed. */
    public boolean hasLanded() {
        return objection.exists(known -> known.proof() == NodeRejection.Proof.LANDED);
    }
}
