package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;

/** How long a transaction can land. */
public sealed interface Lifetime {

    /** The last block height at which it can land by a recent blockhash. */
    long lastValidBlockHeight();

    /** By a recent blockhash. */
    record UntilBlock(long lastValidBlockHeight) implements Lifetime {}

    /**
     * By a durable nonce.
     *
     * @param value it can land as long as {@code account} holds this
     * @param lastValidBlockHeight up to here in any case: {@code value} may be a recent blockhash, and a node that is behind may not
     *     show it in the account yet
     */
    record WhileNonce(Address account, Blockhash value, long lastValidBlockHeight) implements Lifetime {}
}
