package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;

/** How long a transaction can land. */
public sealed interface Lifetime {

    /** Returns the earliest slot in which it can have landed; a search of the history can stop there. */
    long earliestSlot();

    /** Returns the last block height at which it can land with a recent blockhash. */
    long lastValidBlockHeight();

    /**
     * It is called over only this many blocks after its end. Nodes behind one URL may lag behind each other, and blocks near the end may be
     * abandoned with their fork: a fork is settled within 32 blocks.
     */
    long MARGIN_BLOCKS = 32;

    /** Returns whether it can still land, according to {@code reading}: only then is it worth sending. */
    boolean canLand(LifetimeReading reading);

    /** Returns whether it certainly can no longer land, according to {@code reading}. */
    default boolean isOver(LifetimeReading reading) {
        return !canLand(reading) && reading.blockHeight() - lastValidBlockHeight() > MARGIN_BLOCKS;
    }

    /** With a recent blockhash. */
    record UntilBlock(long earliestSlot, long lastValidBlockHeight) implements Lifetime {
        @Override
        public boolean canLand(LifetimeReading reading) {
            return reading.blockHeight() <= lastValidBlockHeight;
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
        public boolean canLand(LifetimeReading reading) {
            return reading.blockHeight() <= lastValidBlockHeight || reading.nonceValue().contains(value);
        }
    }
}
