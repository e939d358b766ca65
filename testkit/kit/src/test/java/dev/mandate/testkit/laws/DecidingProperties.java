package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Move;
import dev.mandate.testkit.generators.Moves;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of deciding and evolving in general. */
class DecidingProperties implements HistoryLaw {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    @Provide
    Arbitrary<Move> moves() {
        return Moves.moves(HistoryParticipants.STANDARD);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void theFoldOfAllEventsIsTheStateThatWasReachedStepByStep(@ForAll("histories") GeneratedHistory history) {
        HistoryObserver witness = new HistoryObserver(history);
        history.steps().forEach(witness::see);
        assertEquals(Option.some(history.account()), RULES.fold(RULES.initial(), witness.log()));
        assertEquals(witness.log(), history.log());
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void theSameArgumentsGetEqualAnswersAndNothingChangesByAsking(
            @ForAll("histories") GeneratedHistory history, @ForAll("moves") Move move) {
        SmartAccount account = history.account();
        String before = account.toString();
        Command command = move.against(account, HistoryParticipants.STANDARD);
        UnixTime at = move.clock().from(account, history.now());
        var first = RULES.decide(account, command, at);
        assertEquals(first, RULES.decide(account, command, at));
        assertEquals(first, new SmartAccountRules().decide(Option.some(account), command, at));
        assertEquals(before, account.toString());
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void whatIsAcceptedIsNeverWithoutAnEventAndWhatIsRefusedChangesNothing(@ForAll("histories") GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            if (step.isAccepted()) {
                assertFalse(step.answer().get().isEmpty(), step::toString);
            } else {
                assertSame(step.before(), step.after());
            }
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void withoutAnAccountNothingCanBeAskedButToMakeOne(
            @ForAll("histories") GeneratedHistory history, @ForAll("moves") Move move) {
        Command command = move.against(history.account(), HistoryParticipants.STANDARD);
        Either<Refusal, ?> answer = RULES.decide(Option.none(), command, history.now());
        Either<Refusal, ?> again = RULES.decide(Option.some(history.account()), history.opening().command(), history.now());
        if (!(command instanceof Command.CreateAccount)) {
            assertEquals(Either.left(new Refusal.NoAccount()), answer);
        }
        assertEquals(Either.left(new Refusal.AccountExists()), again);
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void anEventThatCannotFollowIsABrokenHistory(@ForAll("histories") GeneratedHistory history) {
        Array<Event> log = history.log();
        Option<SmartAccount> end = Option.some(history.account());
        assertThrows(IllegalStateException.class, () -> RULES.evolve(end, log.head()).isEmpty());
        for (Event event : log.tail()) {
            assertThrows(IllegalStateException.class, () -> RULES.evolve(Option.none(), event).isEmpty());
        }
    }
}
