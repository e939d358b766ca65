package dev.mandate.testkit.generators;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A history of an account under the rules: each command with its time and its answer, refused ones included.
 *
 * @param opening the command that created the account, and its time
 * @param created the account before the first step
 */
public record GeneratedHistory(Opening opening, SmartAccount created, Array<Step> steps) {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    /** The creation of the account. */
    public record Opening(Command.CreateAccount command, UnixTime at) {}

    /** One command and its result. If it is refused, {@code after} equals {@code before}. */
    public record Step(
            UnixTime at,
            SmartAccount before,
            Command command,
            Either<Refusal, Array<Event>> answer,
            SmartAccount after) {

        public boolean isAccepted() {
            return answer.isRight();
        }

        @Override
        public String toString() {
            return at + "  " + command + "\n      " + answer.fold(why -> "refused: " + why, events -> "-> " + events);
        }
    }

    /**
     * Applies {@code moves} by the rules.
     *
     * @throws IllegalArgumentException if the account cannot be created
     */
    public static GeneratedHistory play(HistoryParticipants cast, Opening opening, Iterable<Move> moves) {
        SmartAccount account = RULES.decide(Option.none(), opening.command(), opening.at())
                .map(events -> RULES.fold(Option.none(), events).get())
                .getOrElseThrow(why -> new IllegalArgumentException(why.toString()));
        GeneratedHistory history = new GeneratedHistory(opening, account, Array.empty());
        for (Move move : moves) {
            history = history.with(move, cast);
        }
        return history;
    }

    private GeneratedHistory with(Move move, HistoryParticipants cast) {
        SmartAccount before = account();
        UnixTime at = move.clock().from(before, now());
        Command command = move.against(before, cast);
        Either<Refusal, Array<Event>> answer =
                RULES.decide(before, command, at).map(Array::ofAll);
        SmartAccount after = answer.map(events ->
                        RULES.fold(Option.some(before), events).get())
                .getOrElse(before);
        return new GeneratedHistory(opening, created, steps.append(new Step(at, before, command, answer, after)));
    }

    /** Returns the account at the end. */
    public SmartAccount account() {
        return steps.lastOption().map(Step::after).getOrElse(created);
    }

    /** Returns the time of the last step. */
    public UnixTime now() {
        return steps.lastOption().map(Step::at).getOrElse(opening.at());
    }

    public Array<Step> accepted() {
        return steps.filter(Step::isAccepted);
    }

    /** Returns all events of the account, its creation first. */
    public Array<Event> log() {
        return Array.<Event>of(new Event.AccountCreated(created.settings()))
                .appendAll(accepted().flatMap(step -> step.answer().get()));
    }

    @Override
    public String toString() {
        return steps.mkString(opening.at() + "  " + opening.command() + "\n", "\n", "\n");
    }
}
