package dev.mandate.engine.plan;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.program.LookupTableFormat;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Plans an execution that names many accounts: its payer creates a lookup table for it, and deactivates the table afterwards. */
final class LookupTablePlan {

    private final LookupTableFormat tables;
    private final Compilation compilation;
    private final Compilation executing;
    private final long slot;
    private final Address table;

    /**
     * With a table created with {@code slot}, the slot of a block that the chain has.
     *
     * @param executing compiles the execution
     */
    LookupTablePlan(LookupTableFormat tables, Compilation compilation, Compilation executing, long slot) {
        this.tables = tables;
        this.compilation = compilation;
        this.executing = executing;
        this.slot = slot;
        this.table = tables.address(compilation.payer(), slot);
    }

    /**
     * Why {@code planned} does not fit even with all possible accounts in a table; none if it fits. The table's address makes no difference.
     * Version 1 has no tables.
     */
    static Option<BuildRefusal> refusalAtBest(Compilation compilation, PlannedTransaction planned) {
        if (compilation.version() == TransactionVersion.V1) {
            return compilation.compile(planned).swap().toOption();
        }
        PlannedTransaction shortest = planned.with(new LookupTable(Address.ZERO, entries(planned, compilation.payer())));
        Either<BuildRefusal, UnsignedTransaction> compiled = compilation.compile(shortest);
        return compiled.swap().toOption().map(refusal -> refusal instanceof BuildRefusal.DoesNotFit(int bytes, int limit, var fits)
                ? new BuildRefusal.TooManyAccountsToExecute(accounts(planned, compilation.payer()), bytes, limit)
                : refusal);
    }

    /** The execution with its lookup table. The table has only as many entries as needed, because each costs rent. */
    Array<PlannedTransaction> transactions(PlannedTransaction execution) {
        Array<Address> possible = entries(execution, compilation.payer());
        int spared = executing.mostThatFit(
                possible.length(), count -> execution.with(new LookupTable(table, possible.drop(count))));
        Array<Address> entries = possible.drop(spared);
        Array<PlannedTransaction> transactions = Array.empty();
        int filled = 0;
        while (filled < entries.length()) {
            int from = filled;
            int most = compilation.mostThatFit(
                    entries.length() - from, count -> filling(entries, from, count));
            // An entry takes 32 of the 1,232 bytes, and the other parts never fill the rest. So at least one fits.
            int added = Math.max(1, most);
            transactions = transactions.append(filling(entries, from, added));
            filled += added;
        }
        return transactions.append(execution.with(new LookupTable(table, entries)));
    }

    /** Deactivates the table, so that it can be closed some hundred slots later. */
    Instruction retirement() {
        return tables.deactivate(table, compilation.payer());
    }

    private PlannedTransaction filling(Array<Address> entries, int from, int count) {
        Address payer = compilation.payer();
        Array<Instruction> extension = Array.of(tables.extend(table, payer, entries.slice(from, from + count)));
        return new PlannedTransaction(
                from == 0 ? Step.Kind.LOOKUP_TABLE_CREATE : Step.Kind.LOOKUP_TABLE_EXTEND,
                from == 0 ? extension.prepend(tables.create(payer, slot)) : extension,
                Array.empty(),
                Array.of(new PaidStorage(tables.room(table, from, from + count), payer, Option.some(payer))));
    }

    /** The accounts of a transaction that a table can hold. */
    private static Array<Address> entries(PlannedTransaction planned, Address payer) {
        Array<Address> programs = planned.instructions().map(Instruction::program);
        Array<Address> known = planned.tables().flatMap(LookupTable::entries);
        Array<Address> signers = signers(planned).append(payer);
        return planned.instructions()
                .flatMap(Instruction::accounts)
                .map(AccountMeta::address)
                .distinct()
                .reject(address -> signers.contains(address) || programs.contains(address) || known.contains(address));
    }

    private static Array<Address> signers(PlannedTransaction planned) {
        return planned.instructions()
                .flatMap(Instruction::accounts)
                .filter(AccountMeta::signer)
                .map(AccountMeta::address);
    }

    private static int accounts(PlannedTransaction planned, Address payer) {
        return planned.instructions()
                .flatMap(Instruction::accounts)
                .map(AccountMeta::address)
                .appendAll(planned.instructions().map(Instruction::program))
                .append(payer)
                .distinct()
                .length();
    }
}
