package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;

/** How long a transaction can land. */
public sealed interface Lifetime {

    /**
     * By a recent blockhash.
     *
     * @param lastValidBlockHeight the last block height at which it can land
     */
    record UntilBlock(long lastValidBlockHeight) implements Lifetime {}

    /**
     * By a durable nonce.
     *
     * @param value it can land as long as {@code account} holds this
     */
    record WhileNonce(Address account, Blockhash value) implements Lifetime {}
}
