package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.kernel.UnixTime;

/**
 * What programs learn of the present.
 *
 * @param slot of the Clock sysvar
 * @param time of the Clock sysvar
 * @param latestBlockhash from which durable nonces get their next value
 */
public record Moment(long slot, UnixTime time, Blockhash latestBlockhash) {

    private static final long SLOT_HASHES = 512;

    /**
     * Whether the SlotHashes sysvar holds {@code earlier}: it does those of the last 512 blocks before the present one. On this
     * chain every slot has a block, also those that pass with the clock, so these are just the last 512 slots.
     *
     * @param earlier an unsigned number
     */
    public boolean remembers(long earlier) {
        long ago = slot - earlier;
        return Long.compareUnsigned(earlier, slot) < 0 && Long.compareUnsigned(ago, SLOT_HASHES) <= 0;
    }
}
