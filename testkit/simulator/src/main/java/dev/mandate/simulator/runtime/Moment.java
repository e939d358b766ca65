package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.kernel.UnixTime;

/**
 * The current slot, time and blockhash, and the network's parameters, as programs see them.
 *
 * @param slot of the Clock sysvar
 * @param time of the Clock sysvar
 * @param latestBlockhash the source of the next durable nonce values
 */
public record Moment(long slot, UnixTime time, Blockhash latestBlockhash, NetworkParameters network) {

    private static final long SLOT_HASHES = 512;

    /**
     * Returns whether the SlotHashes sysvar holds {@code earlier}. It holds the last 512 blocks before the current one. On this
     * chain every slot has a block, so these are the last 512 slots.
     *
     * @param earlier unsigned
     */
    public boolean remembers(long earlier) {
        long ago = slot - earlier;
        return Long.compareUnsigned(earlier, slot) < 0 && Long.compareUnsigned(ago, SLOT_HASHES) <= 0;
    }
}
