package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import io.vavr.collection.Seq;

/**
 * The format of lookup tables, whose entries a transaction names with one byte each. Entries can be used from the slot after the one
 * in which they were added. A table has an authority, which adds entries, deactivates the table and here also pays for it.
 */
public interface LookupTableFormat {

    /** The address of the table that {@code authority} creates with {@code slot}. */
    Address address(Address authority, long slot);

    /**
     * Creates a table without entries.
     *
     * @param slot of a block that the chain has, some hundred slots old at most when this lands
     */
    Instruction create(Address authority, long slot);

    /** Appends entries. */
    Instruction extend(Address table, Address authority, Seq<Address> entries);

    /** Deactivates a table: some hundred slots later its authority can close it and get the rent back. */
    Instruction deactivate(Address table, Address authority);

    /** The room of a table that grows from {@code before} entries; with none it does not exist yet. */
    NewStorage room(Address table, int before, int after);

    /** Whether an instruction creates, extends, deactivates or closes a table of {@code authority}, at its cost and with its refund. */
    boolean isOwnTable(Instruction instruction, Address authority);
}
