package dev.mandate.solana.programs.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.programs.LookupTableProgram;
import io.vavr.collection.Array;
import io.vavr.collection.IndexedSeq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * An address lookup table's account: a header of 56 bytes and then its entries ({@code AddressLookupTable::deserialize}).
 * Slots are unsigned 64-bit numbers.
 *
 * @param deactivationSlot when it was deactivated; {@link #NEVER} while it is active
 * @param lastExtendedSlot when entries were last added
 * @param firstOfLastExtension the first entry that was added then
 * @param authority who may extend and close it; none once it is frozen
 * @param entries at most 256
 */
public record LookupTableAccount(
        long deactivationSlot,
        long lastExtendedSlot,
        int firstOfLastExtension,
        Option<Address> authority,
        IndexedSeq<Address> entries) {

    /** The program that owns such accounts. */
    public static final Address PROGRAM = LookupTableProgram.ID;
    /** The slot that is never reached, 2^64 - 1. */
    public static final long NEVER = -1L;
    /** How many entries a table may have. */
    public static final int MAX_ENTRIES = 256;

    private static final int HEADER_LENGTH = 56;
    private static final int ENTRY_LENGTH = 32;

    /**
     * How long the account of a table is, in bytes.
     *
     * @param entries 0 to 256
     * @throws IllegalArgumentException if no table has so many
     */
    public static int length(int entries) {
        if (entries < 0 || entries > MAX_ENTRIES) {
            throw new IllegalArgumentException("a table has up to " + MAX_ENTRIES + " entries, not " + entries);
        }
        return HEADER_LENGTH + ENTRY_LENGTH * entries;
    }

    /**
     * The table at {@code address} for a message that lands in a slot after {@code slot}. Entries that were added in
     * {@code slot} itself are usable from the next one on, later ones not at all. A
     * table that was deactivated still serves for some 500 slots; new messages had better do without.
     */
    public LookupTable usableAfter(long slot, Address address) {
        boolean allUsable = Long.compareUnsigned(slot, lastExtendedSlot) >= 0;
        return new LookupTable(address, allUsable ? entries : entries.take(firstOfLastExtension));
    }

    public static Either<AccountProblem, LookupTableAccount> decode(Bytes data) {
        int entriesLength = data.length() - HEADER_LENGTH;
        if (entriesLength < 0 || entriesLength % ENTRY_LENGTH != 0 || entriesLength / ENTRY_LENGTH > MAX_ENTRIES) {
            return Either.left(new AccountProblem.WrongLength(data.length(), HEADER_LENGTH));
        }
        AccountReader reader = new AccountReader(data);
        boolean initialized = reader.tagU32(1) == 1;
        long deactivationSlot = reader.u64();
        long lastExtendedSlot = reader.u64();
        int firstOfLastExtension = reader.u8();
        boolean hasAuthority = reader.tagU8(1) == 1;
        Address authority = reader.address();
        reader.skip(2);
        Address[] entries = new Address[entriesLength / ENTRY_LENGTH];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = reader.address();
        }
        LookupTableAccount table = new LookupTableAccount(
                deactivationSlot,
                lastExtendedSlot,
                firstOfLastExtension,
                hasAuthority ? Option.some(authority) : Option.none(),
                Array.of(entries));
        return reader.read(table)
                .flatMap(read -> initialized ? Either.right(read) : Either.left(new AccountProblem.NotInitialized()));
    }

    public Bytes encode() {
        AccountWriter writer = new AccountWriter(length(entries.size()))
                .u32(1)
                .u64(deactivationSlot)
                .u64(lastExtendedSlot)
                .u8(firstOfLastExtension)
                .u8(authority.isDefined() ? 1 : 0)
                .address(authority.getOrElse(Address.ZERO))
                .u8(0)
                .u8(0);
        for (Address entry : entries) {
            writer = writer.address(entry);
        }
        return writer.written();
    }
}
