package dev.mandate.testkit.generators;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.opentest4j.TestAbortedException;

/**
 * A history of an account under the rules: each command with its time and its answer, refused ones included.
 *
 * @param opening the command that created the account, and its time
 * @param created the account before the first step
 */
public record GeneratedHistory(Opening opening, SmartAccount created, Array<Step> steps) {

    /** The creation of the account. */
    public record Opening(Command.CreateAccount command, UnixTime at) {}

    /**
     * One command and its result.
     *
     * @param refusal why it was refused; then {@code after} is {@code before}
     */
    public record Step(UnixTime at, SmartAccount before, Command command, Option<Object> refusal, SmartAccount after) {

        public boolean isAccepted() {
            return refusal.isEmpty();
        }

        @Override
        public String toString() {
            return at + "  " + command + refusal.map(why -> "\n      refused: " + why).getOrElse("");
        }
    }

    /**
     * Applies {@code moves} by {@code rules}. A command that they do not judge is left out.
     *
     * @throws java.util.NoSuchElementException if the account cannot be created
     */
    public static GeneratedHistory play(RulesUnderTest rules, Opening opening, Iterable<Move> moves) {
        SmartAccount created = rules.apply(Option.none(), opening.command(), opening.at()).get();
        GeneratedHistory history = new GeneratedHistory(opening, created, Array.empty());
        for (Move move : moves) {
            history = history.with(move, rules);
        }
        return history;
    }

    private GeneratedHistory with(Move move, RulesUnderTest rules) {
        SmartAccount before = account();
        UnixTime at = move.clock().from(before, now());
        Command command = move.against(before, rules.participants());
        return judged(rules, Option.some(before), command, at)
                .map(answer -> answer.fold(
                        why -> new Step(at, before, command, Option.some(why), before),
                        after -> new Step(at, before, command, Option.none(), after)))
                .map(step -> new GeneratedHistory(opening, created, steps.append(step)))
                .getOrElse(this);
    }

    /** Returns the answer; none if the rules abort. jqwik discards an example within a law; here it would skip the whole law. */
    static Option<Either<?, SmartAccount>> judged(RulesUnderTest rules, Option<SmartAccount> before, Command command, UnixTime at) {
        try {
            return Option.some(rules.apply(before, command, at));
        } catch (TestAbortedException beyondTheRules) {
            return Option.none();
        }
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

    @Override
    public String toString() {
        return steps.mkString(opening.at() + "  " + opening.command() + "\n", "\n", "\n");
    }
}
