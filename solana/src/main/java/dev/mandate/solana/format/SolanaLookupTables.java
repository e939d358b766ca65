package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.ports.spi.program.LookupTableFormat;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.solana.programs.LookupTableInstruction;
import dev.mandate.solana.programs.LookupTableProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import io.vavr.collection.Seq;

/** The address lookup table program, for tables whose authority is also the payer. */
record SolanaLookupTables() implements LookupTableFormat {

    @Override
    public Address address(Address authority, long slot) {
        return LookupTableProgram.addressOf(authority, slot).address();
    }

    @Override
    public Instruction create(Address authority, long slot) {
        return LookupTableProgram.create(authority, authority, slot);
    }

    @Override
    public Instruction extend(Address table, Address authority, Seq<Address> entries) {
        return LookupTableProgram.extend(table, authority, authority, entries);
    }

    @Override
    public Instruction deactivate(Address table, Address authority) {
        return LookupTableProgram.deactivate(table, authority);
    }

    @Override
    public NewStorage room(Address table, int before, int after) {
        return new NewStorage(
                NewStorage.Kind.LOOKUP_TABLE,
                table,
                before == 0 ? 0 : LookupTableAccount.length(before),
                LookupTableAccount.length(after));
    }

    @Override
    public boolean isOwnTable(Instruction instruction, Address authority) {
        return LookupTableProgram.decode(instruction).exists(decoded -> switch (decoded) {
            case LookupTableInstruction.CreateLookupTable create ->
                create.authority().equals(authority) && create.payer().equals(authority);
            case LookupTableInstruction.Extend extend ->
                extend.authority().equals(authority) && extend.payer().forAll(authority::equals);
            case LookupTableInstruction.Deactivate deactivate -> deactivate.authority().equals(authority);
            case LookupTableInstruction.Close close ->
                close.authority().equals(authority) && close.recipient().equals(authority);
            // A frozen table cannot be closed, so its rent is lost. Mandate never builds this instruction.
            case LookupTableInstruction.Freeze freeze -> false;
        });
    }
}
