package dev.mandate.simulator.runtime;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure.Custom;
import dev.mandate.domain.chain.InstructionFailure.Named;
import dev.mandate.domain.chain.InstructionFailure;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the instructions of one transaction on its accounts. The changes count only if the caller takes them over. */
public final class TransactionContext {

    private static final int MAX_DEPTH = 5;

    private final Map<Address, Program> programs;
    private final Map<Address, StoredAccount> accounts;
    private final Moment now;
    private final Deque<Invocation> stack = new ArrayDeque<>();
    private final List<String> logs = new ArrayList<>();
    private final List<Instruction> called = new ArrayList<>();
    private final long unitLimit;
    private long computeUnits;

    /**
     * Creates a context on accounts that it may change.
     *
     * @param accounts every account that the message names
     * @param unitLimit the most compute units that it may use
     */
    public TransactionContext(
            Map<Address, Program> programs, Map<Address, StoredAccount> accounts, Moment now, long unitLimit) {
        this.programs = programs;
        this.accounts = accounts;
        this.now = now;
        this.unitLimit = unitLimit;
    }

    /** Runs one instruction of the message; returns the failure if it fails. */
    public Option<InstructionFailure> run(Instruction instruction) {
        called.clear();
        try {
            call(instruction);
            return Option.none();
        } catch (ProgramAbort abort) {
            stack.clear();
            return Option.some(abort.failure());
        }
    }

    /** Returns the transaction's account at {@code address}. */
    public StoredAccount account(Address address) {
        @Nullable StoredAccount account = accounts.get(address);
        if (account == null) {
            throw new IllegalStateException("not among the message's accounts: " + address);
        }
        return account;
    }

    public long computeUnits() {
        return computeUnits;
    }

    public Array<String> logs() {
        return Array.ofAll(logs);
    }

    /** Returns the inner calls of the current or last instruction so far, at any depth, in order. */
    public Array<Instruction> called() {
        return Array.ofAll(called);
    }

    Moment now() {
        return now;
    }

    void log(String line) {
        logs.add(line);
    }

    void call(Instruction instruction) {
        @Nullable Program program = programs.get(instruction.program());
        if (program == null) {
            throw ProgramAbort.named("UnsupportedProgramId");
        }
        @Nullable Invocation caller = stack.peek();
        if (caller != null) {
            caller.requireBalanced();
            requireNoReentrancy(caller, instruction.program());
            called.add(instruction);
        }
        if (stack.size() == MAX_DEPTH) {
            throw ProgramAbort.named("CallDepth");
        }
        Invocation invocation = new Invocation(this, instruction);
        stack.push(invocation);
        log("Program " + program.address() + " invoke [" + stack.size() + "]");
        try {
            meter(program.usualComputeUnits());
            program.run(invocation);
            invocation.handOverAll();
            invocation.requireBalanced();
        } catch (ProgramAbort abort) {
            log("Program " + program.address() + " failed: " + describe(abort.failure()));
            throw abort;
        }
        log("Program " + program.address() + " success");
        stack.pop();
    }

    private void meter(int units) {
        if (units > unitLimit - computeUnits) {
            computeUnits = unitLimit;
            throw ProgramAbort.named("ComputationalBudgetExceeded");
        }
        computeUnits += units;
    }

    /** A program may call itself directly. It may not call a program that waits further up the stack. */
    private void requireNoReentrancy(Invocation caller, Address program) {
        if (caller.program().equals(program)) {
            return;
        }
        for (Invocation waiting : stack) {
            if (waiting.program().equals(program)) {
                throw ProgramAbort.named("ReentrancyNotAllowed");
            }
        }
    }

    private static String describe(InstructionFailure failure) {
        return switch (failure) {
            case Custom(long code) -> "custom program error: 0x" + Long.toHexString(code);
            case Named(String name) -> name;
        };
    }
}
