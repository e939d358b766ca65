package dev.mandate.engine.plan;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.ExecutionForecast;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.Operation;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The result of operations simulated by the account's rules before anybody signs. The rules do not cover balances and other
 * programs.
 *
 * @param rules of the account's program
 * @param after the account after the operations
 * @param acts each operation with the settings before and after it
 */
public record RuleSimulation(AccountRules rules, SmartAccount after, Array<Act> acts) {

    /** One operation that the rules allow. */
    public record Act(Operation operation, Settings before, Settings after) {}

    /** Simulates {@code operations} one after another at {@code now}, each on the result of the one before. */
    public static Either<BuildRefusal, RuleSimulation> of(
            AccountRules rules, SmartAccount account, Seq<Operation> operations, UnixTime now) {
        Either<BuildRefusal, RuleSimulation> played = Either.right(new RuleSimulation(rules, account, Array.empty()));
        for (Operation operation : operations) {
            played = played.flatMap(before -> before.then(operation, now));
        }
        return played;
    }

    /** The account after {@code commands}, one after another; refused if the rules forbid one. */
    static Either<BuildRefusal, SmartAccount> allow(
            AccountRules rules, SmartAccount account, Seq<Command> commands, UnixTime now) {
        Either<BuildRefusal, SmartAccount> allowed = Either.right(account);
        for (Command command : commands) {
            allowed = allowed.flatMap(before ->
                    decide(rules, before, command, now).map(events -> after(rules, before, events)));
        }
        return allowed;
    }

    /** The events of {@code command}, or every rule that it breaks. */
    private static Either<BuildRefusal, Seq<Event>> decide(
            AccountRules rules, SmartAccount account, Command command, UnixTime now) {
        return rules.decide(Option.some(account), command, now)
                .mapLeft(first -> BuildRefusal.of(
                        rules.violations(account, command, now).map(BuildRefusal.Forbidden::new)));
    }

    private static SmartAccount after(AccountRules rules, SmartAccount account, Seq<Event> events) {
        return rules.fold(Option.some(account), events)
                .getOrElseThrow(() -> new IllegalStateException("an account vanished after " + events));
    }

    public Either<BuildRefusal, RuleSimulation> then(Operation operation, UnixTime now) {
        return careful(rules, after, operation.command(), now)
                .map(next -> new RuleSimulation(rules, next, acts.append(new Act(operation, after.settings(), next.settings()))));
    }

    /** The account after {@code command}; refused if the rules forbid it or it would be a mistake ({@link BuildRefusal.Unwise}). */
    public static Either<BuildRefusal, SmartAccount> careful(
            AccountRules rules, SmartAccount account, Command command, UnixTime now) {
        return decide(rules, account, command, now)
                .flatMap(events -> ExecutionForecast.check(account, command, now)
                        .<Either<BuildRefusal, SmartAccount>>map(
                                caution -> Either.left(new BuildRefusal.Unwise(caution)))
                        .getOrElse(() -> Either.right(after(rules, account, events))));
    }

    /** The same in which {@code others} sign beside the last vote; it has one unless there are none of them. */
    public RuleSimulation signedAlsoBy(Array<Address> others) {
        int last = acts.lastIndexWhere(act -> act.operation() instanceof Operation.CastVote);
        return others.nonEmpty() && acts.get(last).operation() instanceof Operation.CastVote vote
                ? new RuleSimulation(rules, after, acts.update(last, act -> new Act(vote.signedAlsoBy(others), act.before(), act.after())))
                : this;
    }

    public Array<Operation> operations() {
        return acts.map(Act::operation);
    }
}
