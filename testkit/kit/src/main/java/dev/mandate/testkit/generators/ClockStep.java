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
 * How far the clock moves before something is asked: never backwards, and often to the very second at which a rule changes
 * its answer.
 *
 * @param seconds from where {@code goal} lies; used as it is for {@link Goal#AHEAD}
 */
public record ClockStep(Goal goal, long seconds) {

    /** What a step aims at. Where there is no such moment ahead, the clock stays. */
    public enum Goal {
        /** Some seconds on. */
        AHEAD,
        /** The nearest end of a time lock, or a second beside it. */
        TIME_LOCK,
        /** The nearest end of a limit's period, or a second beside it. */
        RESET
    }

    /** The clock stays. */
    public static final ClockStep NONE = new ClockStep(Goal.AHEAD, 0);

    /** Steps of all kinds; shrinks towards none. */
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

    /** Where the clock stands after this step. */
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
