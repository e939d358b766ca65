package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.programs.SimulatedAssociatedTokenProgram;
import dev.mandate.simulator.programs.SimulatedComputeBudgetProgram;
import dev.mandate.simulator.programs.SimulatedLookupTableProgram;
import dev.mandate.simulator.programs.SimulatedMemoProgram;
import dev.mandate.simulator.programs.SimulatedSystemProgram;
import dev.mandate.simulator.programs.SimulatedTokenProgram;
import dev.mandate.simulator.runtime.NetworkParameters;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.squads.SquadsProgram;
import io.vavr.collection.Seq;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The initial content of the simulated chain. */
final class Genesis {

    private Genesis() {}

    static Map<Address, Program> programs(Seq<Program> further) {
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
        further.forEach(program -> programs.put(program.address(), program));
        return Map.copyOf(programs);
    }

    /** Returns each program's own account, and the accounts that programs need before their first use. */
    static Map<Address, AccountData> accounts(Map<Address, Program> programs, NetworkParameters network) {
        Map<Address, AccountData> accounts = new HashMap<>(SquadsProgram.genesisAccounts(network));
        programs.keySet().forEach(program -> accounts.put(program, programAccount(program, network)));
        return accounts;
    }

    private static AccountData programAccount(Address program, NetworkParameters network) {
        Address loader =
                KnownAddresses.isNativeProgram(program) ? KnownAddresses.NATIVE_LOADER : KnownAddresses.PROGRAM_LOADER;
        return new AccountData(BaseUnits.of(network.exemptMinimum(0)), loader, Bytes.EMPTY, true);
    }
}
