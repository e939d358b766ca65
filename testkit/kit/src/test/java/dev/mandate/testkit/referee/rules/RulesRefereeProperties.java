package dev.mandate.testkit.referee.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.Move;
import dev.mandate.testkit.generators.Moves;
import dev.mandate.testkit.svm.RequiredSvm;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import java.util.List;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Random histories of an account on the rules and both chains, without divergence.
 *
 * <p>{@code -Djqwik.tries.default=10000} sets how many to play. A failure is shrunk and its seed printed; the next run starts
 * with it.
 */
@Tag("svm")
class RulesRefereeProperties {

    private static final UnixTime START = new UnixTime(1_760_000_000);
    private static final int MOVES = 20;

    private static final SvmRig RIG =
            RequiredSvm.rig(SvmSetup.squadsV4().trustingSignatures());

    private static long sequences;
    private static long asked;
    private static long accepted;

    @AfterContainer
    static void tell() {
        System.out.println(sequences + " histories: " + asked + " commands, " + accepted
                + " of them accepted, by the rules, the simulated chain and the program alike");
        RIG.close();
    }

    // Full shrinking: bounded shrinking would continue in the background and disturb the rig.
    @Property(
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.FULL,
            afterFailure = AfterFailureMode.SAMPLE_FIRST)
    void theRulesTheSimulatedChainAndTheProgramAgree(
            @ForAll("creations") Command.CreateAccount create, @ForAll("moves") List<Move> moves) {
        RIG.reset(START);
        RulesComparison<SvmChain> game = new RulesComparison<>(START, RIG.chain());
        game.open(create);
        moves.forEach(game::play);
        sequences++;
        asked += game.played();
        accepted += game.accepted();
        assertTrue(game.accepted() > 0, "not even the account was made");
    }

    @Property(
            edgeCases = EdgeCasesMode.NONE,
            shrinking = ShrinkingMode.FULL,
            afterFailure = AfterFailureMode.SAMPLE_FIRST)
    void theyAgreeOnAccountsThatCannotBeMade(@ForAll("anyCreations") Command.CreateAccount create) {
        RIG.reset(START);
        RulesComparison<SvmChain> game = new RulesComparison<>(START, RIG.chain());
        game.open(create);
        asked += game.played();
        accepted += game.accepted();
    }

    @Provide
    Arbitrary<Command.CreateAccount> creations() {
        return AccountSettings.creations(RulesComparison.ACCOUNT.participants());
    }

    @Provide
    Arbitrary<Command.CreateAccount> anyCreations() {
        return AccountSettings.anyCreations(RulesComparison.ACCOUNT.participants());
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        return Moves.moves(RulesComparison.ACCOUNT.participants()).list().ofSize(MOVES);
    }
}
