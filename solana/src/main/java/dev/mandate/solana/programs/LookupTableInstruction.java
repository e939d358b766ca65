package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.address.ProgramDerivedAddress;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The instructions of {@link LookupTableProgram}. Only a table's authority can change it. */
public sealed interface LookupTableInstruction {

    /**
     * Creates an empty table; succeeds if it exists.
     *
     * @param authority the address that may change the table; need not sign
     * @param payer pays the rent; signs
     * @param recentSlot unsigned; one of the last 512 slots that had a block, not the current one
     */
    record CreateLookupTable(Address authority, Address payer, long recentSlot) implements LookupTableInstruction {

        /** Returns the address of the new table. */
        public ProgramDerivedAddress table() {
            return LookupTableProgram.addressOf(authority, recentSlot);
        }
    }

    /** Removes the authority of a table with entries, for good. The table can then be neither changed nor closed. */
    record Freeze(Address table, Address authority) implements LookupTableInstruction {}

    /**
     * Appends entries.
     *
     * @param payer pays the additional rent and signs; may be absent if the table holds enough lamports
     * @param entries at least one; the table may hold 256 in all
     */
    record Extend(Address table, Address authority, Option<Address> payer, Seq<Address> entries)
            implements LookupTableInstruction {}

    /** Deactivates a table. It stays usable for about 512 blocks and can then be closed. */
    record Deactivate(Address table, Address authority) implements LookupTableInstruction {}

    /** Closes a table that was deactivated long enough ago, and pays out all its lamports. */
    record Close(Address table, Address authority, Address recipient) implements LookupTableInstruction {}
}
