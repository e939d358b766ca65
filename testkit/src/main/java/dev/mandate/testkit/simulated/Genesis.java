package dev.mandate.testkit.simulated;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.testkit.simulated.programs.SimulatedAssociatedTokenProgram;
import dev.mandate.testkit.simulated.programs.SimulatedComputeBudgetProgram;
import dev.mandate.testkit.simulated.programs.SimulatedLookupTableProgram;
import dev.mandate.testkit.simulated.programs.SimulatedMemoProgram;
import dev.mandate.testkit.simulated.programs.SimulatedSystemProgram;
import dev.mandate.testkit.simulated.programs.SimulatedTokenProgram;
import dev.mandate.testkit.simulated.runtime.Program;
import dev.mandate.testkit.simulated.runtime.Rent;
import dev.mandate.testkit.simulated.squads.SquadsProgram;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is on the simulated chain before anything happens. */
final class Genesis {

    private Genesis() {}

    static Map<Address, Program> programs() {
        Map<Address, Program> programs = new HashMap<>();
        for (Program program : List.of(
                new SimulatedSystemProgram(),
                new SimulatedComputeBudgetProgram(),
                new SimulatedMemoProgram(),
                new SimulatedTokenProgram(),
                new SimulatedAssociatedTokenProgram(),
                new SimulatedLookupTableProgram(),
                new SquadsProgram())) {
            programs.put(program.address(), program);
        }
        return Map.copyOf(programs);
    }

    /** Each program's own account, and what the programs need before they are used. */
    static Map<Address, AccountData> accounts(Map<Address, Program> programs) {
        Map<Address, AccountData> accounts = new HashMap<>(SquadsProgram.genesisAccounts());
        programs.keySet().forEach(program -> accounts.put(program, programAccount(program)));
        return accounts;
    }

    private static AccountData programAccount(Address program) {
        Address loader =
                KnownAddresses.isNativeProgram(program) ? KnownAddresses.NATIVE_LOADER : KnownAddresses.PROGRAM_LOADER;
        return new AccountData(BaseUnits.of(Rent.exemptMinimum(0)), loader, Bytes.EMPTY, true);
    }
}
