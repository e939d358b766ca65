package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Limits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The amounts that a spending limit allows. */
class SpendingProperties implements HistoryLaw {

    private static final UnixTime START = new UnixTime(1_760_000_000L);

    /** A use: seconds since the one before, and amount. */
    record Use(long pause, BaseUnits amount) {}

    @Provide
    Arbitrary<LimitTerms> terms() {
        return Limits.terms(HistoryParticipants.STANDARD);
    }

    /** Uses of about half a small limit, at and around whole periods. */
    @Provide
    Arbitrary<List<Use>> uses() {
        Arbitrary<Long> pauses = Arbitraries.of(
                0L, 1L, 43_200L, 86_399L, 86_400L, 86_401L, 172_799L, 172_800L, 172_801L, 604_800L, 604_801L, 2_592_000L,
                2_592_001L, 6_000_000L);
        return Combinators.combine(pauses, Limits.amounts()).as(Use::new).list().ofMaxSize(30);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsSpentPerWindowNeverExceedsTheAmountAndNothingCarriesOver(
            @ForAll("terms") LimitTerms terms, @ForAll("uses") List<Use> uses) {
        SpendingLimit limit = open(terms);
        // The test's own account of the limit: the start of the last use's window and the amount spent in it. A refused use changes
        // nothing.
        BigInteger allowed = big(terms.amount());
        long lastBegun = START.seconds();
        BigInteger lastSpent = BigInteger.ZERO;
        UnixTime now = START;
        for (Use use : uses) {
            now = now.plusSeconds(use.pause());
            long length = secondsOf(terms.period());
            boolean over = length > 0 && now.seconds() - lastBegun > length;
            long begun = over ? now.seconds() - Math.floorMod(now.seconds() - START.seconds(), length) : lastBegun;
            BigInteger spent = over ? BigInteger.ZERO : lastSpent;
            var answer = limit.use(terms.signers().head(), destination(terms), use.amount(), now);
            boolean fits = spent.add(big(use.amount())).compareTo(allowed) <= 0;
            assertEquals(fits, answer.isRight());
            assertEquals(allowed.subtract(spent), big(limit.windowAt(now).remaining()));
            assertEquals(begun, limit.windowAt(now).start().seconds());
            if (answer.isRight()) {
                lastBegun = begun;
                lastSpent = spent.add(big(use.amount()));
                limit = limit.withWindow(answer.get());
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void anAmountOfOneTimeIsNeverWholeAgain(@ForAll("terms") LimitTerms any, @ForAll("uses") List<Use> uses) {
        LimitTerms terms = with(any, Period.ONE_TIME);
        SpendingLimit limit = open(terms);
        BigInteger spent = BigInteger.ZERO;
        UnixTime now = START;
        for (Use use : uses) {
            now = now.plusSeconds(use.pause() * 1_000);
            var answer = limit.use(terms.signers().head(), destination(terms), use.amount(), now);
            if (answer.isRight()) {
                spent = spent.add(big(use.amount()));
                limit = limit.withWindow(answer.get());
            }
            assertTrue(spent.compareTo(big(terms.amount())) <= 0);
            assertEquals(START, limit.windowAt(now).start());
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aLimitIsWholeAgainOneSecondAfterItsPeriodAndNotBefore(
            @ForAll("terms") LimitTerms any, @ForAll("periods") Period period) {
        LimitTerms terms = with(any, period);
        Address by = terms.signers().head();
        SpendingLimit spent = open(terms)
                .withWindow(open(terms)
                        .use(by, destination(terms), terms.amount(), START)
                        .get());
        UnixTime end = START.plusSeconds(secondsOf(period));
        assertTrue(spent.use(by, destination(terms), BaseUnits.of(1), end).isLeft());
        var next = spent.use(by, destination(terms), terms.amount(), end.plusSeconds(1)).get();
        assertEquals(end, next.start());
        assertEquals(BaseUnits.ZERO, next.remaining());
    }

    @Provide
    Arbitrary<Period> periods() {
        return Arbitraries.of(Period.DAY, Period.WEEK, Period.MONTH);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aWindowsStartNeverMovesBackwardsNorAheadOfTheClock(@ForAll("histories") GeneratedHistory history) {
        Map<Address, UnixTime> starts = new HashMap<>();
        for (GeneratedHistory.Step step : history.accepted()) {
            for (Event event : step.answer().get()) {
                if (event instanceof Event.LimitAdded(Address limit, SpendingLimit opened)) {
                    assertEquals(step.at(), opened.window().start());
                    assertEquals(opened.terms().amount(), opened.window().remaining());
                    starts.put(limit, opened.window().start());
                }
                if (event instanceof Event.Spent(Address limit, var by, var destination, var window)) {
                    assertFalse(window.start().isBefore(starts.getOrDefault(limit, step.at())), step::toString);
                    assertFalse(step.at().isBefore(window.start()), step::toString);
                    starts.put(limit, window.start());
                }
            }
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void onlyWhomALimitNamesSpendsAndOnlyTowardsWhomItNames(@ForAll("histories") GeneratedHistory history) {
        for (GeneratedHistory.Step step : history.steps()) {
            if (step.command() instanceof Command.Spend(Address by, Address at, Address to, BaseUnits amount)) {
                boolean exists = step.before().limits().containsKey(at);
                boolean entitled = exists && step.before().limits().get(at).get().terms().signers().contains(by);
                boolean allowed = exists
                        && (step.before().limits().get(at).get().terms().destinations().isEmpty()
                                || step.before().limits().get(at).get().terms().destinations().contains(to));
                if (step.isAccepted()) {
                    assertTrue(entitled && allowed, step::toString);
                } else if (entitled && allowed) {
                    assertInstanceOf(
                            SpendingRefusal.Exceeded.class,
                            assertInstanceOf(Refusal.NotSpent.class, step.answer().getLeft()).why(),
                            step::toString);
                }
            }
        }
    }

    private static SpendingLimit open(LimitTerms terms) {
        return SpendingLimit.open(terms, START).get();
    }

    private static LimitTerms with(LimitTerms terms, Period period) {
        return terms.withPeriod(period);
    }

    private static Address destination(LimitTerms terms) {
        return terms.destinations().getOrElse(Address.ZERO);
    }

    private static long secondsOf(Period period) {
        return switch (period) {
            case ONE_TIME -> 0;
            case DAY -> 24 * 60 * 60;
            case WEEK -> 7 * 24 * 60 * 60;
            case MONTH -> 30 * 24 * 60 * 60;
        };
    }

    private static BigInteger big(BaseUnits amount) {
        return new BigInteger(amount.toString());
    }
}
