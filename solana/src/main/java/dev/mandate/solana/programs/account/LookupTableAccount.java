package dev.mandate.solana.programs.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.LookupTableProgram;
import io.vavr.collection.IndexedSeq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The account of an address lookup table: a header of 56 bytes, then the entries ({@code AddressLookupTable::deserialize}).
 * Slots are unsigned 64-bit numbers.
 *
 * @param deactivationSlot the slot of its deactivation; {@link #NEVER} while it is active
 * @param lastExtendedSlot the slot in which entries were last added
 * @param firstOfLastExtension the index of the first entry added in that slot
 * @param authority may extend and close the table; none if the table is frozen
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
    /** 2^64 - 1, a slot that is never reached. */
    public static final long NEVER = -1L;

    private static final int HEADER_LENGTH = 56;
    private static final int PADDING = 2;
    private static final int ENTRY_LENGTH = 32;

    /**
     * Returns the length of a table's account, in bytes.
     *
     * @param entries 0 to 256
     * @throws IllegalArgumentException if {@code entries} is out of range
     */
    public static int length(int entries) {
        if (entries < 0 || entries > LookupTableProgram.MAX_ENTRIES) {
            throw new IllegalArgumentException("a table has up to " + LookupTableProgram.MAX_ENTRIES + " entries, not " + entries);
        }
        return HEADER_LENGTH + ENTRY_LENGTH * entries;
    }

    /**
     * Returns the table as a message can use it that lands after {@code slot}. Entries added in {@code slot} itself are usable from
     * the next slot on. A deactivated table is usable for about 500 more slots; new messages should not use it.
     */
    public LookupTable usableAfter(long slot, Address address) {
        boolean allUsable = Long.compareUnsigned(slot, lastExtendedSlot) >= 0;
        return new LookupTable(address, allUsable ? entries : entries.take(firstOfLastExtension));
    }

    public static Either<AccountProblem, LookupTableAccount> decode(Bytes data) {
        int entriesLength = data.length() - HEADER_LENGTH;
        if (entriesLength < 0 || entriesLength % ENTRY_LENGTH != 0 || entriesLength / ENTRY_LENGTH > LookupTableProgram.MAX_ENTRIES) {
            return Either.left(new AccountProblem.WrongLength(data.length(), HEADER_LENGTH));
        }
        ByteReader in = new ByteReader(data);
        boolean initialized = in.tagU32(1) == 1;
        long deactivationSlot = in.u64();
        long lastExtendedSlot = in.u64();
        int firstOfLastExtension = in.u8();
        boolean hasAuthority = in.bool();
        Address authority = in.address();
        in.skip(PADDING);
        LookupTableAccount table = new LookupTableAccount(
                deactivationSlot,
                lastExtendedSlot,
                firstOfLastExtension,
                Option.when(hasAuthority, authority),
                in.list(entriesLength / ENTRY_LENGTH, ENTRY_LENGTH, ByteReader::address));
        return AccountProblem.initialized(initialized, in.finish(table));
    }

    public Bytes encode() {
        return ByteWriter.write(out -> {
            out.u32(1);
            out.u64(deactivationSlot);
            out.u64(lastExtendedSlot);
            out.u8(firstOfLastExtension);
            out.bool(authority.isDefined());
            out.address(authority.getOrElse(Address.ZERO));
            out.padTo(HEADER_LENGTH);
            out.list(entries, (entry, to) -> to.address(entry));
        });
    }
}
