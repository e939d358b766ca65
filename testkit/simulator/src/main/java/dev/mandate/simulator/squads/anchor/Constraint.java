package dev.mandate.simulator.squads.anchor;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.simulator.programs.SimulatedSystemProgram;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import java.util.Set;
import java.util.function.IntSupplier;

/** The constraints that an instruction declares on its accounts, beyond their types. */
public final class Constraint {

    private Constraint() {}

    public static void seeds(RunningAccount view, ProgramDerivedAddress derived) {
        if (!view.address().equals(derived.address())) {
            throw AnchorCode.CONSTRAINT_SEEDS.abort();
        }
    }

    public static void mut(RunningAccount view) {
        if (!view.isWritable()) {
            throw AnchorCode.CONSTRAINT_MUT.abort();
        }
    }

    /** Requires that an account is not closed into itself. */
    public static void closeTo(RunningAccount view, RunningAccount destination) {
        if (view.address().equals(destination.address())) {
            throw AnchorCode.CONSTRAINT_CLOSE.abort();
        }
    }

    /**
     * Creates an account of the program at a derived address.
     *
     * @param space the account's length; computed only after the address is checked
     */
    public static void init(
            Invocation invocation,
            RunningAccount view,
            ProgramDerivedAddress derived,
            RunningAccount payer,
            IntSupplier space) {
        seeds(view, derived);
        open(invocation, view, payer, space.getAsInt());
        mut(view);
    }

    /** Creates an account of the program. One that already received lamports gets only the rest of its rent. */
    public static void open(Invocation invocation, RunningAccount view, RunningAccount payer, int space) {
        Address program = invocation.program();
        long rent = invocation.exemptMinimum(space);
        Set<Address> signs = Set.of(view.address());
        if (view.lamports() == 0) {
            invocation.invoke(
                    SystemProgram.createAccount(payer.address(), view.address(), BaseUnits.of(rent), space, program),
                    signs);
            return;
        }
        if (payer.address().equals(view.address())) {
            throw AnchorCode.TRYING_TO_INIT_PAYER_AS_PROGRAM_ACCOUNT.abort();
        }
        if (Long.compareUnsigned(view.lamports(), rent) < 0) {
            invocation.invoke(
                    SystemProgram.transfer(payer.address(), view.address(), BaseUnits.of(rent - view.lamports())));
        }
        invocation.invoke(SimulatedSystemProgram.allocate(view.address(), space), signs);
        invocation.invoke(SimulatedSystemProgram.assign(view.address(), program), signs);
    }

    /** Empties an account; its lamports go to {@code destination}. */
    public static void close(RunningAccount view, RunningAccount destination) {
        destination.credit(view.lamports());
        view.debit(view.lamports());
        view.assign(SystemProgram.ID);
        view.resize(0);
    }
}
