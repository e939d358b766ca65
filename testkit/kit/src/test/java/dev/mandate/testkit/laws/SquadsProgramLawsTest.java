package dev.mandate.testkit.laws;

import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.generators.RulesUnderTest;
import dev.mandate.testkit.program.ProgramRules;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;

/** The Squads v4 program keeps the laws on the simulated chain, through the {@code SmartAccountProgram} port. */
@PropertyDefaults(tries = 1, shrinking = ShrinkingMode.OFF)
class SquadsProgramLawsTest extends SmartAccountLaws {

    @Override
    protected RulesUnderTest rules() {
        return new ProgramRules<>(SquadsV4Program.PUBLIC, SimulatedChain::new);
    }
}
