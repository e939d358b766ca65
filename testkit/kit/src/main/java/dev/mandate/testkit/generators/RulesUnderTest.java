package dev.mandate.testkit.generators;

import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** An implementation of an account's rules: functions, a program on a chain, or a service in front of one. */
public interface RulesUnderTest {

    /**
     * Returns the account after {@code command}, or the reason of a refusal. A refused command changes nothing. Rules that cannot judge a
     * command abort: {@code Assume.that(false)}.
     *
     * @param before none, or an account that this method returned. From each of them any number of commands may be tried
     * @param now the chain's clock; not before the time of the command that led to {@code before}
     */
    Either<?, SmartAccount> apply(Option<SmartAccount> before, Command command, UnixTime now);

    /** Returns the people and addresses that commands may name. */
    default HistoryParticipants participants() {
        return HistoryParticipants.STANDARD;
    }

    /** Returns rules that are functions. */
    static <E, R> RulesUnderTest of(Decider<Option<SmartAccount>, Command, E, R> rules) {
        return (before, command, now) ->
                rules.decide(before, command, now).map(events -> rules.fold(before, events).get());
    }
}
