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
 * @param reading the addresses whose histories are not read to their end, at most {@link #MOST_READING}; none where a group begins
 * @param group the token accounts of which these are
 */
public record TransferCursor(
        Option<Signature> newer, long slot, Signature signature, InstructionPosition position, Array<Address> reading, Group group) {

    /** The histories that are read at once. Each takes four calls to nodes at most, so the next transfer is within the budget of a request. */
    public static final int MOST_READING = 13;

    private static final long ABOVE_ALL_SLOTS = 999_999_999_999_999_999L;

    /**
     * A part of the account's token accounts, in the order of their addresses. Each part is listed on its own, the first one together with the account.
     *
     * @param after those up to this one are in the parts before; none: this is the first part
     * @param until those after this one are in the parts that follow; none: this is the last part
     */
    public record Group(Option<Address> after, Option<Address> until) {

        /** All token accounts. */
        public static final Group ALL = new Group(Option.none(), Option.none());
    }

    /** The beginning of the group after {@code last}. */
    public static TransferCursor after(Address last) {
        return new TransferCursor(
                Option.none(),
                ABOVE_ALL_SLOTS,
                Signature.EMPTY,
                InstructionPosition.outer(0),
                Array.empty(),
                new Group(Option.some(last), Option.none()));
    }
}
