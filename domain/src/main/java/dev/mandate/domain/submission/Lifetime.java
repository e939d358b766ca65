package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;

/** How long a transaction can land. */
public sealed interface Lifetime {

    /** Returns the earliest slot in which it can have landed; a search of the history can stop there. */
    long earliestSlot();

    /** Returns the last block height at which it can land with a recent blockhash. */
    long lastValidBlockHeight();

    /** Returns whether it can no longer land, according to {@code reading}. */
    boolean isOver(LifetimeReading reading);

    /** With a recent blockhash. */
    record UntilBlock(long earliestSlot, long lastValidBlockHeight) implements Lifetime {
        @Override
        public boolean isOver(LifetimeReading reading) {
            return reading.blockHeight() > lastValidBlockHeight;
        }
    }

    /**
     * With a durable nonce.
     *
     * @param value it can land while {@code account} holds this
     * @param lastValidBlockHeight it can land up to this height in any case: {@code value} may be a recent blockhash, and a node
     * that lags behind may not show it in the account yet
     */
    record WhileNonce(Address account, Blockhash value, long earliestSlot, long lastValidBlockHeight)
            implements Lifetime {
        @Override
        public boolean isOver(LifetimeReading reading) {
            return reading.blockHeight() > lastValidBlockHeight && !reading.nonceValue().contains(value);
        }
    }
}
