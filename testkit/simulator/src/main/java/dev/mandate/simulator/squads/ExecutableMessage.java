package dev.mandate.simulator.squads;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.collection.Array;
import io.vavr.collection.IndexedSeq;
import io.vavr.collection.Seq;
import java.util.Set;

/**
 * A stored message with the accounts that it names.
 *
 * @param accounts in the order of the message's indexes: its own keys, then keys loaded as writable, then keys loaded as
 * readonly
 * @param firstLoaded the index of the first loaded account
 * @param firstReadonlyLoaded the index of the first account loaded as readonly
 */
record ExecutableMessage(
        TransactionMessage message, Array<RunningAccount> accounts, int firstLoaded, int firstReadonlyLoaded) {

    /**
     * Matches the message with the accounts passed to the program.
     *
     * @param passed the lookup tables, then the message's keys, then the loaded keys of each table
     * @param signers the addresses for which the program signs
     */
    static ExecutableMessage of(TransactionMessage message, Array<RunningAccount> passed, Set<Address> signers) {
        Seq<TableLookup> lookups = message.lookups();
        if (passed.size() < lookups.size()) {
            throw Rules.error(ProgramError.INVALID_NUMBER_OF_ACCOUNTS);
        }
        Array<RunningAccount> tables = passed.take(lookups.size());
        for (int i = 0; i < tables.size(); i++) {
            require(tables.get(i).owner().equals(LookupTableAccount.PROGRAM));
            require(tables.get(i).address().equals(lookups.get(i).table()));
        }
        Array<RunningAccount> named = passed.drop(lookups.size());
        if (named.size() != message.allKeys()) {
            throw Rules.error(ProgramError.INVALID_NUMBER_OF_ACCOUNTS);
        }
        requireStatic(message, named, signers);
        return loaded(message, named, tables);
    }

    private static void requireStatic(TransactionMessage message, Array<RunningAccount> named, Set<Address> signers) {
        for (int i = 0; i < message.accountKeys().size(); i++) {
            RunningAccount view = named.get(i);
            require(view.address().equals(message.accountKeys().get(i)));
            require(!message.isSigner(i) || signers.contains(view.address()) || view.isSigner());
            require(!message.isWritable(i) || view.isWritable());
        }
    }

    private static ExecutableMessage loaded(
            TransactionMessage message, Array<RunningAccount> named, Array<RunningAccount> tables) {
        int firstLoaded = message.accountKeys().size();
        Array<RunningAccount> writable = Array.empty();
        Array<RunningAccount> readonly = Array.empty();
        int cursor = firstLoaded;
        for (int i = 0; i < tables.size(); i++) {
            TableLookup lookup = message.lookups().get(i);
            IndexedSeq<Address> table = entries(tables.get(i));
            for (int j = 0; j < lookup.writableIndexes().length(); j++) {
                RunningAccount view = named.get(cursor++);
                require(view.isWritable());
                requireEntry(table, lookup.writableIndexes().at(j), view);
                writable = writable.append(view);
            }
            for (int j = 0; j < lookup.readonlyIndexes().length(); j++) {
                RunningAccount view = named.get(cursor++);
                requireEntry(table, lookup.readonlyIndexes().at(j), view);
                readonly = readonly.append(view);
            }
        }
        return new ExecutableMessage(
                message,
                named.take(firstLoaded).appendAll(writable).appendAll(readonly),
                firstLoaded,
                firstLoaded + writable.size());
    }

    private static IndexedSeq<Address> entries(RunningAccount table) {
        return LookupTableAccount.decode(table.data())
                .map(LookupTableAccount::entries)
                .getOrElseThrow(problem -> Rules.error(ProgramError.INVALID_ACCOUNT));
    }

    private static void requireEntry(IndexedSeq<Address> table, byte index, RunningAccount view) {
        int position = Byte.toUnsignedInt(index);
        require(position < table.size() && table.get(position).equals(view.address()));
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw Rules.error(ProgramError.INVALID_ACCOUNT);
        }
    }

    Seq<Instruction> instructions() {
        return message.instructions().map(this::instruction);
    }

    private Instruction instruction(CompiledInstruction compiled) {
        Array<AccountMeta> metas = Array.tabulate(
                compiled.accountIndexes().length(),
                place -> meta(Byte.toUnsignedInt(compiled.accountIndexes().at(place))));
        return new Instruction(accounts.get(compiled.programIndex()).address(), metas, compiled.data());
    }

    private AccountMeta meta(int index) {
        boolean writable = index < firstLoaded ? message.isWritable(index) : index < firstReadonlyLoaded;
        return new AccountMeta(accounts.get(index).address(), message.isSigner(index), writable);
    }
}
