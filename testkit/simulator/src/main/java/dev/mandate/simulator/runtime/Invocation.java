package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One call of a program: its accounts, its data, and its rights. An address that occurs several times is one account with the
 * rights of all occurrences.
 */
public final class Invocation {

    private final TransactionContext transaction;
    private final Address program;
    private final Bytes data;
    /** One entry for each position. */
    private final RunningAccount[] accounts;
    /** One entry for each account, in order of first occurrence. */
    private final List<RunningAccount> views;
    private final long balance;

    Invocation(TransactionContext transaction, Instruction instruction) {
        this.transaction = transaction;
        this.program = instruction.program();
        this.data = instruction.data();
        this.accounts = new RunningAccount[instruction.accounts().size()];
        this.views = new ArrayList<>(accounts.length);
        int place = 0;
        for (AccountMeta meta : instruction.accounts()) {
            accounts[place++] = view(transaction.account(meta.address()), meta);
        }
        this.balance = storedBalance();
    }

    /** Returns the one view of {@code stored} and adds the rights of {@code meta}. */
    private RunningAccount view(StoredAccount stored, AccountMeta meta) {
        for (RunningAccount view : views) {
            if (view.stored() == stored) {
                view.grant(meta);
                return view;
            }
        }
        RunningAccount view = new RunningAccount(stored, meta);
        views.add(view);
        return view;
    }

    /** Returns each address once, with the rights of all its occurrences, in order of first occurrence. */
    private static Map<Address, AccountMeta> merged(Instruction instruction) {
        Map<Address, AccountMeta> merged = new LinkedHashMap<>();
        for (AccountMeta meta : instruction.accounts()) {
            merged.merge(
                    meta.address(),
                    meta,
                    (one, other) -> new AccountMeta(
                            one.address(), one.signer() || other.signer(), one.writable() || other.writable()));
        }
        return merged;
    }

    /** Returns the program that runs. */
    public Address program() {
        return program;
    }

    public Bytes data() {
        return data;
    }

    public int accountCount() {
        return accounts.length;
    }

    /** Returns the account at {@code position}. Ends the program with the runtime's error if there are fewer accounts. */
    public RunningAccount account(int position) {
        if (position >= accounts.length) {
            throw ProgramAbort.named("NotEnoughAccountKeys");
        }
        return accounts[position];
    }

    public Moment now() {
        return transaction.now();
    }

    /** Returns the lamports that make an account of {@code dataLength} bytes rent-exempt. */
    public long exemptMinimum(int dataLength) {
        return now().network().exemptMinimum(dataLength);
    }

    public void log(String line) {
        transaction.log("Program log: " + line);
    }

    /** Calls another program with the rights of this one. */
    public void invoke(Instruction instruction) {
        invoke(instruction, Set.of());
    }

    /**
     * Calls another program with the rights of this one.
     *
     * @param signedFor addresses derived from this program, for which it signs
     */
    public void invoke(Instruction instruction, Set<Address> signedFor) {
        Map<Address, AccountMeta> passed = merged(instruction);
        for (AccountMeta meta : passed.values()) {
            RunningAccount own = requireView(meta.address());
            boolean signs = own.isSigner() || signedFor.contains(meta.address());
            if ((meta.writable() && !own.isWritable()) || (meta.signer() && !signs)) {
                transaction.log(meta.address() + "'s writable or signer privilege escalated");
                throw ProgramAbort.named("PrivilegeEscalation");
            }
        }
        RunningAccount called = requireView(instruction.program());
        passed.keySet().forEach(address -> requireView(address).handOver(program));
        if (!called.isExecutable()) {
            throw ProgramAbort.named("UnsupportedProgramId");
        }
        transaction.call(instruction);
        for (AccountMeta meta : passed.values()) {
            requireView(meta.address()).takeBack();
        }
    }

    private RunningAccount requireView(Address address) {
        for (RunningAccount view : views) {
            if (view.address().equals(address)) {
                return view;
            }
        }
        transaction.log("Instruction references an unknown account " + address);
        throw ProgramAbort.named("MissingAccount");
    }

    /** Called at the end and before each inner call. The sum of the accounts' lamports must not have changed. */
    void requireBalanced() {
        if (storedBalance() != balance) {
            throw ProgramAbort.named("UnbalancedInstruction");
        }
    }

    void handOverAll() {
        views.forEach(view -> view.handOver(program));
    }

    /** The sum modulo 2^64 suffices for a comparison. */
    private long storedBalance() {
        long sum = 0;
        for (RunningAccount view : views) {
            sum += view.stored().lamports();
        }
        return sum;
    }
}
