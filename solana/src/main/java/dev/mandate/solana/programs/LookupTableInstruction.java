package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.address.ProgramDerivedAddress;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** What {@link LookupTableProgram} is asked to do. Whoever is a table's authority alone may change it. */
public sealed interface LookupTableInstruction {

    /**
     * Makes an empty table; no error where it is there already.
     *
     * @param authority who may change the table; need not sign
     * @param payer of its rent, who signs
     * @param recentSlot an unsigned number: one of the last 512 slots that had a block, not the present one
     */
    record CreateLookupTable(Address authority, Address payer, long recentSlot) implements LookupTableInstruction {

        /** The table that it makes. */
        public ProgramDerivedAddress table() {
            return LookupTableProgram.addressOf(authority, recentSlot);
        }
    }

    /** Takes the authority away from a table with entries, for good: it can neither be changed nor closed thereafter. */
    record Freeze(Address table, Address authority) implements LookupTableInstruction {}

    /**
     * Adds entries behind those that are there.
     *
     * @param payer of what the rent grows by, who signs; may be left out where the table holds enough
     * @param entries the program takes one at least, and no more than 256 in all
     */
    record Extend(Address table, Address authority, Option<Address> payer, Seq<Address> entries)
            implements LookupTableInstruction {}

    /** Begins a table's end: it serves for some 512 blocks more, and may be closed thereafter. */
    record Deactivate(Address table, Address authority) implements LookupTableInstruction {}

    /** Removes a table whose deactivation is long enough ago, and pays all its lamports out. */
    record Close(Address table, Address authority, Address recipient) implements LookupTableInstruction {}
}
