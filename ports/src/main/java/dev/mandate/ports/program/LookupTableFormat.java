package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import io.vavr.collection.Seq;

/**
 * Lookup tables of one's own: a transaction names what is in them with one byte each. Entries can be used from the slot after the one
 * in which they were added. A table has an authority, who fills and retires it and here pays for it, too.
 */
public interface LookupTableFormat {

    /** Where the table is or will be that {@code authority} makes over {@code slot}. */
    Address address(Address authority, long slot);

    /**
     * Makes a table without entries.
     *
     * @param slot of a block that the chain has, some hundred slots old at most when this lands
     */
    Instruction create(Address authority, long slot);

    /** Adds entries behind those that are there. */
    Instruction extend(Address table, Address authority, Seq<Address> entries);

    /** Retires a table: some hundred slots later its authority can close it, and have its rent back. */
    Instruction deactivate(Address table, Address authority);

    /** The room of a table that grows from {@code before} entries; without any it is not there yet. */
    NewRoom room(Address table, int before, int after);

    /** Whether an instruction makes, fills, retires or closes a table by {@code authority}'s right, at its cost and for its gain. */
    boolean isOwnTable(Instruction instruction, Address authority);
}
