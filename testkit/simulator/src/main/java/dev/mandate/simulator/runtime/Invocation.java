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
 * One call of a program: its accounts, its data, and what it may do about them. An address that stands more than once is one
 * account, with all rights that any of its places has.
 */
public final class Invocation {

    private final TransactionContext transaction;
    private final Address program;
    private final Bytes data;
    /** One for each place. */
    private final RunningAccount[] accounts;
    /** One for each account, in the order of first places. */
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

    /** The one view of {@code stored}, with the rights of {@code meta} too. */
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

    /** Each address once, with all rights that any of its places has, in the order of first places. */
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

    /** The program that runs. */
    public Address program() {
        return program;
    }

    public Bytes data() {
        return data;
    }

    public int accountCount() {
        return accounts.length;
    }

    /** The account at {@code position}; the runtime's error where there are fewer. */
    public RunningAccount account(int position) {
        if (position >= accounts.length) {
            throw ProgramAbort.named("NotEnoughAccountKeys");
        }
        return accounts[position];
    }

    public Moment now() {
        return transaction.now();
    }

    public void log(String line) {
        transaction.log("Program log: " + line);
    }

    /** Calls another program, with the rights that this one has. */
    public void invoke(Instruction instruction) {
        invoke(instruction, Set.of());
    }

    /**
     * Calls another program, with the rights that this one has.
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

    /** At the end, and before each call: what its accounts hold together must be what it was. */
    void requireBalanced() {
        if (storedBalance() != balance) {
            throw ProgramAbort.named("UnbalancedInstruction");
        }
    }

    void handOverAll() {
        views.forEach(view -> view.handOver(program));
    }

    /** Modulo 2^64, which is as good for a comparison. */
    private long storedBalance() {
        long sum = 0;
        for (RunningAccount view : views) {
            sum += view.stored().lamports();
        }
        return sum;
    }
}
