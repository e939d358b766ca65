package dev.mandate.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Both models give the same answers over whole random histories, with limits and strangers. */
class NaiveModelProperties {

    private static final HistoryParticipants CAST = HistoryParticipants.STANDARD;
    private static final NaiveCommands NAMES = new NaiveCommands(CAST.people()
            .appendAll(CAST.slots().flatMap(slot -> Array.of(slot.limit(), slot.createKey()))));

    @Provide
    Arbitrary<GeneratedHistory> histories() {
        return Histories.histories(RulesUnderTest.of(new SmartAccountRules()));
    }

    @Provide
    Arbitrary<Command.CreateAccount> creations() {
        return AccountSettings.anyCreations(CAST);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void bothModelsAnswerEveryCommandAlikeAndHoldTheSameStateAfterwards(@ForAll("histories") GeneratedHistory history) {
        NaiveMultisig naive = NAMES.make(history.opening().command());
        for (GeneratedHistory.Step step : history.steps()) {
            int code = NAMES.play(naive, step.command(), step.at());
            assertEquals(code, step.refusal().map(why -> NaiveCommands.codeOf((Refusal) why)).getOrElse(NaiveMultisig.OK), step::toString);
            assertEquals(Option.none(), Difference.between(step.after(), naive, NAMES), step::toString);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void bothModelsMakeAndRefuseTheSameAccounts(@ForAll("creations") Command.CreateAccount create) {
        int code = new SmartAccountRules()
                .decide(Option.none(), create, new UnixTime(0))
                .fold(NaiveCommands::codeOf, events -> NaiveMultisig.OK);
        assertEquals(NAMES.codeOfMaking(create), code);
    }
}
