package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;

/** How long a transaction can land. */
public sealed interface Lifetime {

    /** The slot before which it cannot have landed: a search of the chain's history need not go further back. */
    long earliestSlot();

    /** The last block height at which it can land by a recent blockhash. */
    long lastValidBlockHeight();

    /** Whether it can't land any more, by what the chain said. */
    boolean isOver(LifetimeReading reading);

    /** By a recent blockhash. */
    record UntilBlock(long earliestSlot, long lastValidBlockHeight) implements Lifetime {
        @Override
        public boolean isOver(LifetimeReading reading) {
            return reading.blockHeight() > lastValidBlockHeight;
        }
    }

    /**
     * By a durable nonce.
     *
     * @param value it can land as long as {@code account} holds this
     * @param lastValidBlockHeight up to here in any case: {@code value} may be a recent blockhash, and a node that is behind may not
     *     show it in the account yet
     */
    record WhileNonce(Address account, Blockhash value, long earliestSlot, long lastValidBlockHeight)
            implements Lifetime {
        @Override
        public boolean isOver(LifetimeReading reading) {
            return reading.blockHeight() > lastValidBlockHeight && !reading.nonceValue().contains(value);
        }
    }
}
