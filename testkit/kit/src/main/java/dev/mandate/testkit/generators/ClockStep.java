package dev.mandate.testkit.generators;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import io.vavr.collection.Seq;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * The movement of the clock before a command. It never goes backwards, and often goes to the exact second at which a rule
 * changes its answer.
 *
 * @param seconds offset from the moment that {@code goal} names; for {@link Goal#AHEAD}, from now
 */
public record ClockStep(Goal goal, long seconds) {

    /** The target of a step. If there is no such moment ahead, the clock stays. */
    public enum Goal {
        /** Some seconds from now. */
        AHEAD,
        /** The nearest end of a time lock, or one second before or after it. */
        TIME_LOCK,
        /** The nearest end of a limit's period, or one second before or after it. */
        RESET
    }

    /** The clock stays. */
    public static final ClockStep NONE = new ClockStep(Goal.AHEAD, 0);

    /** Generates steps of all kinds; shrinks towards {@link #NONE}. */
    public static Arbitrary<ClockStep> steps() {
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.just(NONE)),
                Tuple.of(2, ahead(Arbitraries.longs().between(1, 90))),
                Tuple.of(1, ahead(Arbitraries.longs().between(91, 8_000_000))),
                Tuple.of(4, near(Goal.TIME_LOCK)),
                Tuple.of(3, near(Goal.RESET)));
    }

    private static Arbitrary<ClockStep> ahead(Arbitrary<Long> seconds) {
        return seconds.map(far -> new ClockStep(Goal.AHEAD, far));
    }

    private static Arbitrary<ClockStep> near(Goal goal) {
        return Combinators.combine(Arbitraries.just(goal), Arbitraries.of(0L, -1L, 1L))
                .as(ClockStep::new);
    }

    /** Returns the time after this step. */
    public UnixTime from(SmartAccount account, UnixTime now) {
        return switch (goal) {
            case AHEAD -> now.plusSeconds(seconds);
            case TIME_LOCK -> nearest(account.transactions()
                    .values()
                    .flatMap(ManagedTransaction::proposal)
                    .filter(Proposal.Approved.class::isInstance)
                    .map(approved -> account.settings().timeLock().releases(approved.since())), now);
            case RESET -> nearest(account.limits().values().flatMap(ClockStep::periodEnd), now);
        };
    }

    private static Seq<UnixTime> periodEnd(SpendingLimit limit) {
        return limit.terms()
                .period()
                .lengthSeconds()
                .map(length -> limit.window().start().plusSeconds(length))
                .toArray();
    }

    private UnixTime nearest(Seq<UnixTime> moments, UnixTime now) {
        return moments.map(moment -> moment.plusSeconds(seconds))
                .filter(now::isBefore)
                .min()
                .getOrElse(now);
    }
}
