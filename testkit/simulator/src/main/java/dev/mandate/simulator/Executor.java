package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.simulator.programs.NonceValues;
import dev.mandate.simulator.runtime.Moment;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.runtime.StoredAccount;
import dev.mandate.simulator.runtime.TransactionContext;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Executes one transaction on copies of the accounts that it names: fee, instructions, and the rent check. A written account
 * must end empty or rent-exempt.
 */
final class Executor {

    private static final Address INCINERATOR = Address.of("1nc1nerator11111111111111111111111111111111");
    private static final long ACCOUNT_OVERHEAD_BYTES = 64;
    private static final long LOOKUP_TABLE_BYTES = 8_248;

    private final java.util.Map<Address, Program> programs;
    private final Function<Address, Option<AccountData>> ledger;
    private final Moment now;

    Executor(java.util.Map<Address, Program> programs, Function<Address, Option<AccountData>> ledger, Moment now) {
        this.programs = programs;
        this.ledger = ledger;
        this.now = now;
    }

    /** Executes within {@code budget}. */
    Execution execute(LoadedMessage message, long fee, RequestedBudget budget, Option<Address> nonce) {
        java.util.Map<Address, StoredAccount> accounts = new LinkedHashMap<>();
        message.keys().forEach(key -> accounts.put(key, new StoredAccount(key, ledger.apply(key))));
        StoredAccount payer = accounts.values().iterator().next();
        long loadedBytes = loadedBytes(message, accounts);

        Option<TransactionFailure> unready = payFee(payer, fee).orElse(() -> requirePrograms(message, accounts));
        if (unready.isDefined()) {
            return Execution.notLanding(unready.get());
        }
        Option<AccountData> paid = payer.toAccount();
        List<RentState> before = rentStates(message, accounts);
        TransactionContext context = new TransactionContext(programs, accounts, now, budget.unitLimit());
        List<Array<Instruction>> called = new ArrayList<>();
        Option<TransactionFailure> failure =
                requireLoadable(loadedBytes, budget).orElse(() -> run(message, context, called)).orElse(() -> checkRent(before, rentStates(message, accounts)));
        return new Execution(
                failure,
                true,
                context.computeUnits(),
                loadedBytes,
                context.logs(),
                failure.isDefined()
                        ? () -> new Effect(
                                Array.ofAll(message.keys()),
                                Array.empty(),
                                HashMap.of(payer.address(), paid).merge(advanced(nonce)))
                        : () -> new Effect(
                                Array.ofAll(message.keys()), ran(message, called), changes(message, accounts)));
    }

    /** Takes the fee; returns the failure if the payer cannot pay. */
    private Option<TransactionFailure> payFee(StoredAccount payer, long fee) {
        if (payer.lamports() == 0) {
            return named("AccountNotFound");
        }
        boolean nonce = NonceValues.read(payer.data()).isDefined();
        if (!payer.owner().equals(Address.ZERO) || (payer.data().length() > 0 && !nonce)) {
            return named("InvalidAccountForFee");
        }
        long kept = nonce ? now.network().exemptMinimum(payer.data().length()) : 0;
        if (Long.compareUnsigned(payer.lamports(), fee + kept) < 0) {
            return named("InsufficientFundsForFee");
        }
        RentState before = RentState.of(payer, now.network());
        payer.setLamports(payer.lamports() - fee);
        return RentState.of(payer, now.network()).mayFollow(before)
                ? Option.none()
                : Option.some(new TransactionFailure.InsufficientFundsForRent(0));
    }

    private static Option<TransactionFailure> requirePrograms(
            LoadedMessage message, java.util.Map<Address, StoredAccount> accounts) {
        Set<Address> called = message.programs();
        for (StoredAccount account : accounts.values()) {
            if (called.contains(account.address())) {
                if (account.lamports() == 0) {
                    return named("ProgramAccountNotFound");
                }
                if (!account.executable()) {
                    return named("InvalidProgramForExecution");
                }
            }
        }
        return Option.none();
    }

    /** Counts as SIMD-0186 does; programs have no data here. */
    private static long loadedBytes(LoadedMessage message, java.util.Map<Address, StoredAccount> accounts) {
        long bytes = message.message().lookups().size() * LOOKUP_TABLE_BYTES;
        for (StoredAccount account : accounts.values()) {
            bytes += account.lamports() == 0 ? 0 : ACCOUNT_OVERHEAD_BYTES + account.data().length();
        }
        return bytes;
    }

    private static Option<TransactionFailure> requireLoadable(long loadedBytes, RequestedBudget budget) {
        return loadedBytes > budget.loadedBytesLimit() ? named("MaxLoadedAccountsDataSizeExceeded") : Option.none();
    }

    /** Runs all instructions and adds the inner calls of each to {@code called}. */
    private static Option<TransactionFailure> run(
            LoadedMessage message, TransactionContext context, List<Array<Instruction>> called) {
        int index = 0;
        for (Instruction instruction : message.instructions()) {
            Option<InstructionFailure> failure = context.run(instruction);
            if (failure.isDefined()) {
                return Option.some(new TransactionFailure.InstructionFailed(index, failure.get()));
            }
            called.add(context.called());
            index++;
        }
        return Option.none();
    }

    private static Array<RanInstruction> ran(LoadedMessage message, List<Array<Instruction>> called) {
        List<RanInstruction> ran = new ArrayList<>();
        int index = 0;
        for (Instruction instruction : message.instructions()) {
            ran.add(new RanInstruction(InstructionPosition.outer(index), instruction));
            int inner = 0;
            for (Instruction call : called.get(index)) {
                ran.add(new RanInstruction(InstructionPosition.inner(index, inner++), message.withItsRights(call)));
            }
            index++;
        }
        return Array.ofAll(ran);
    }

    /** Returns one state for each key. Keys that the message cannot write count as {@code Gone}, which passes every check. */
    private List<RentState> rentStates(LoadedMessage message, java.util.Map<Address, StoredAccount> accounts) {
        List<RentState> states = new ArrayList<>();
        int index = 0;
        for (StoredAccount account : accounts.values()) {
            boolean checked = message.isWritable(index) && !account.address().equals(INCINERATOR);
            states.add(checked ? RentState.of(account, now.network()) : new RentState.Gone());
            index++;
        }
        return states;
    }

    private static Option<TransactionFailure> checkRent(List<RentState> before, List<RentState> after) {
        for (int i = 0; i < before.size(); i++) {
            if (!after.get(i).mayFollow(before.get(i))) {
                return Option.some(new TransactionFailure.InsufficientFundsForRent(i));
            }
        }
        return Option.none();
    }

    /** A nonce is advanced even if the rest of the transaction fails. */
    private Map<Address, Option<AccountData>> advanced(Option<Address> nonce) {
        return nonce.fold(
                HashMap::empty,
                address -> HashMap.of(
                        address,
                        ledger.apply(address)
                                .map(account -> new AccountData(
                                        account.lamports(),
                                        account.owner(),
                                        NonceValues.read(account.data())
                                                .map(state -> NonceValues.next(state.authority(), now)
                                                        .encode())
                                                .getOrElse(account.data()),
                                        account.executable()))));
    }

    private static Map<Address, Option<AccountData>> changes(
            LoadedMessage message, java.util.Map<Address, StoredAccount> accounts) {
        Map<Address, Option<AccountData>> changes = HashMap.empty();
        int index = 0;
        for (StoredAccount account : accounts.values()) {
            if (message.isWritable(index)) {
                changes = changes.put(account.address(), account.toAccount());
            }
            index++;
        }
        return changes;
    }

    private static Option<TransactionFailure> named(String name) {
        return Option.some(new TransactionFailure.Named(name));
    }
}
