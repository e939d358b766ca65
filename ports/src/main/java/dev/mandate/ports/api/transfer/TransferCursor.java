package dev.mandate.ports.api.transfer;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.InstructionPosition;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * The place in a list of transfers where reading stopped. It is a place on the chain, so it stays valid when new transfers land.
 *
 * @param newer a transaction in a slot above {@code slot}; histories are read from there; none: from the newest on
 * @param slot all slots above this one have been read
 * @param signature the transaction in that slot at which reading stopped
 * @param position the last instruction of that transaction that was read; instructions before it follow
 * @param closed token accounts that newer transactions closed and whose histories are not read to their end, at most {@link #MOST_CLOSED}
 */
public record TransferCursor(
        Option<Signature> newer, long slot, Signature signature, InstructionPosition position, Array<Address> closed) {

    public static final int MOST_CLOSED = 32;
}
