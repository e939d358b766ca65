package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.Phase;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.NewRoom;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Everything that goes into one transaction, decided and not yet compiled.
 *
 * @param payer pays fee and rent
 * @param leading instructions before the operations: compute budget, a token account to be made
 * @param leadingRoom what those take
 * @param rehearsal the operations, as they were rehearsed
 * @param settingsLength bytes that the chain keeps for the settings before the operations
 * @param tables lookup tables that may shorten the transaction
 */
record Draft(
        AccountRef account,
        Address payer,
        Vector<Instruction> leading,
        Vector<NewRoom> leadingRoom,
        Rehearsal rehearsal,
        int settingsLength,
        Vector<LookupTable> tables,
        BuildOptions options,
        Phase phase,
        Option<Long> index,
        Option<AccountRef> newAccount,
        Option<Address> newLimit) {

    static Draft of(LoadedAccount loaded, Address payer, Rehearsal rehearsal, BuildOptions options, Phase phase) {
        return new Draft(
                loaded.ref(),
                payer,
                Vector.empty(),
                Vector.empty(),
                rehearsal,
                loaded.settingsLength(),
                Vector.empty(),
                options,
                phase,
                Option.none(),
                Option.none(),
                Option.none());
    }

    Draft leadBy(Vector<Instruction> instructions, Vector<NewRoom> room) {
        return new Draft(
                account,
                payer,
                leading.appendAll(instructions),
                leadingRoom.appendAll(room),
                rehearsal,
                settingsLength,
                tables,
                options,
                phase,
                index,
                newAccount,
                newLimit);
    }

    Draft with(Vector<LookupTable> lookupTables) {
        return new Draft(
                account,
                payer,
                leading,
                leadingRoom,
                rehearsal,
                settingsLength,
                lookupTables,
                options,
                phase,
                index,
                newAccount,
                newLimit);
    }

    Draft about(long transactionIndex) {
        return new Draft(
                account,
                payer,
                leading,
                leadingRoom,
                rehearsal,
                settingsLength,
                tables,
                options,
                phase,
                Option.some(transactionIndex),
                newAccount,
                newLimit);
    }

    Draft makingLimit(Address limit) {
        return new Draft(
                account,
                payer,
                leading,
                leadingRoom,
                rehearsal,
                settingsLength,
                tables,
                options,
                phase,
                index,
                newAccount,
                Option.some(limit));
    }
}
