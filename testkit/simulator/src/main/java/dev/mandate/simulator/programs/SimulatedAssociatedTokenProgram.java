package dev.mandate.simulator.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;
import java.util.Set;

/** Creates the derived token account of an owner for a mint. */
public final class SimulatedAssociatedTokenProgram implements Program {

    private static final long INVALID_OWNER = 0;

    @Override
    public Address address() {
        return AssociatedTokenProgram.ID;
    }

    @Override
    public int usualComputeUnits() {
        return 15_000;
    }

    @Override
    public void run(Invocation invocation) {
        switch (invocation.data().length() == 0 ? 0 : invocation.data().at(0)) {
            case 0 -> create(invocation, false);
            case 1 -> create(invocation, true);
            default -> throw ProgramAbort.named("InvalidInstructionData");
        }
    }

    private static void create(Invocation invocation, boolean idempotent) {
        RunningAccount payer = invocation.account(0);
        RunningAccount account = invocation.account(1);
        Address owner = invocation.account(2).address();
        Address mint = invocation.account(3).address();
        Address tokenProgram = invocation.account(5).address();
        ProgramDerivedAddress derived = ProgramDerivedAddress.find(
                AssociatedTokenProgram.ID, owner.toArray(), tokenProgram.toArray(), mint.toArray());
        if (!derived.address().equals(account.address())) {
            throw ProgramAbort.named("InvalidSeeds");
        }
        if (idempotent && account.owner().equals(tokenProgram)) {
            requireSame(account, owner, mint);
            return;
        }
        if (!account.owner().equals(SystemProgram.ID)) {
            throw ProgramAbort.named("IllegalOwner");
        }
        if (!tokenProgram.equals(TokenProgram.TOKEN.id())
                || !invocation.account(3).owner().equals(tokenProgram)) {
            throw ProgramAbort.named("IncorrectProgramId");
        }
        open(invocation, payer, account);
        invocation.invoke(SimulatedTokenProgram.initializeAccount3(account.address(), mint, owner));
    }

    private static void requireSame(RunningAccount account, Address owner, Address mint) {
        TokenAccount there = TokenAccount.decode(account.data()).getOrElseThrow(SimulatedTokenProgram::unreadable);
        if (!there.owner().equals(owner)) {
            throw ProgramAbort.custom(INVALID_OWNER);
        }
        if (!there.mint().equals(mint)) {
            throw ProgramAbort.named("InvalidAccountData");
        }
    }

    /** An account that already received lamports gets only the rest of its rent. */
    private static void open(Invocation invocation, RunningAccount payer, RunningAccount account) {
        long rent = invocation.exemptMinimum(TokenAccount.LENGTH);
        Set<Address> signs = Set.of(account.address());
        if (account.lamports() == 0) {
            invocation.invoke(
                    SystemProgram.createAccount(
                            payer.address(),
                            account.address(),
                            BaseUnits.of(rent),
                            TokenAccount.LENGTH,
                            TokenProgram.TOKEN.id()),
                    signs);
            return;
        }
        if (Long.compareUnsigned(account.lamports(), rent) < 0) {
            invocation.invoke(SystemProgram.transfer(
                    payer.address(), account.address(), BaseUnits.of(rent - account.lamports())));
        }
        invocation.invoke(SimulatedSystemProgram.allocate(account.address(), TokenAccount.LENGTH), signs);
        invocation.invoke(SimulatedSystemProgram.assign(account.address(), TokenProgram.TOKEN.id()), signs);
    }
}
