package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Move;
import dev.mandate.testkit.generators.Moves;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of deciding and evolving in general. */
public abstract class DecisionLaws extends DeciderLaws {

    @Provide
    Arbitrary<Move> moves() {
        return Moves.moves(HistoryParticipants.STANDARD);
    }

    @Law(
            id = "decision-1",
            says = "The fold of all events is the state that was reached step by step.",
            source = "Decider: folding evolve over the events of a history gives the state",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void theFoldOfAllEventsIsTheState(@ForAll(HISTORIES) GeneratedHistory history) {
        assertEquals(Option.some(history.account()), decider().fold(decider().initial(), log(history)));
    }

    @Law(
            id = "decision-2",
            says = "Equal arguments get equal answers.",
            source = "Decider: both functions are pure",
            forAll = HISTORIES + ", and any further command")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void equalArgumentsGetEqualAnswers(@ForAll(HISTORIES) GeneratedHistory history, @ForAll("moves") Move move) {
        SmartAccount account = history.account();
        Command command = move.against(account, HistoryParticipants.STANDARD);
        UnixTime at = move.clock().from(account, history.now());
        assertEquals(
                decider().decide(Option.some(account), command, at), decider().decide(Option.some(account), command, at));
    }

    @Law(
            id = "decision-3",
            says = "What is accepted has at least one event.",
            source = "Decider: events, never empty",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void acceptedCommandsHaveAnEvent(@ForAll(HISTORIES) GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.accepted()) {
            assertFalse(events(step).isEmpty(), step::toString);
        }
    }

    @Law(
            id = "decision-4",
            says = "Without an account nothing can be done but to create it, and no account is created twice.",
            source = "Squads v4: an account is a PDA of its create key",
            forAll = HISTORIES + ", and any further command")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void anAccountIsCreatedFirstAndOnce(@ForAll(HISTORIES) GeneratedHistory history, @ForAll("moves") Move move) {
        Command command = move.against(history.account(), HistoryParticipants.STANDARD);
        if (!(command instanceof Command.CreateAccount)) {
            assertEquals(
                    Either.left(new Refusal.NoAccount()), decider().decide(Option.none(), command, history.now()));
        }
        assertEquals(
                Either.left(new Refusal.AccountExists()),
                decider().decide(Option.some(history.account()), history.opening().command(), history.now()));
    }

    @Law(
            id = "decision-5",
            says = "An event that cannot follow from a state is a broken history.",
            source = "Decider: evolve throws IllegalStateException",
            forAll = HISTORIES)
    @Property(edgeCases = EdgeCasesMode.NONE)
    void anEventThatCannotFollowIsABrokenHistory(@ForAll(HISTORIES) GeneratedHistory history) {
        Array<Event> log = log(history);
        Option<SmartAccount> end = Option.some(history.account());
        assertThrows(IllegalStateException.class, () -> decider().evolve(end, log.head()).isEmpty());
        for (Event event : log.tail()) {
            assertThrows(IllegalStateException.class, () -> decider().evolve(Option.none(), event).isEmpty());
        }
    }

    private Array<Event> log(GeneratedHistory history) {
        return Array.<Event>of(new Event.AccountCreated(history.created().settings()))
                .appendAll(history.accepted().flatMap(this::events));
    }

    private Seq<Event> events(GeneratedHistory.Step step) {
        return decider().decide(Option.some(step.before()), step.command(), step.at()).get();
    }
}
