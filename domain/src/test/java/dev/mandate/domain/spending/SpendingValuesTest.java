package dev.mandate.domain.spending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class SpendingValuesTest {

    @Test
    void aMonthIsThirtyDaysAndOneTimeIsNoPeriod() {
        assertEquals(Option.none(), Period.ONE_TIME.lengthSeconds());
        assertEquals(Option.some(86_400L), Period.DAY.lengthSeconds());
        assertEquals(Option.some(604_800L), Period.WEEK.lengthSeconds());
        assertEquals(Option.some(2_592_000L), Period.MONTH.lengthSeconds());
    }

    @Test
    void aLimitsSignersAreSortedWhenItStartsAndItsDestinationsStayAsTheyWereGiven() {
        Array<Address> given = Array.of(address(2), address(1));
        LimitTerms opened = SpendingLimit.open(terms(0, given), new UnixTime(0)).get().terms();
        assertEquals(Array.of(address(1), address(2)), opened.signers());
        assertEquals(given, opened.destinations());
        assertTrue(opened.grantTheSameAs(terms(0, given)));
    }

    /** Nobody knows what an account says about its last reset, or a node about the time. */
    @Test
    void aWindowIsKnownAtAnyTime() {
        Array<UnixTime> times = Array.of(Long.MIN_VALUE, Long.MIN_VALUE + 1, -1L, 0L, 1L, Long.MAX_VALUE - 1, Long.MAX_VALUE).map(UnixTime::new);
        LimitTerms terms = terms(0, Array.of(address(1))).withAmount(BaseUnits.of(10));
        for (Period period : Period.values()) {
            for (UnixTime start : times) {
                SpendingLimit limit = new SpendingLimit(terms.withPeriod(period), new Window(start, BaseUnits.of(3)));
                for (UnixTime now : times) {
                    Window window = limit.windowAt(now);
                    boolean over = period != Period.ONE_TIME && now.secondsSince(start) > period.lengthSeconds().get();
                    assertEquals(BaseUnits.of(over ? 10 : 3), window.remaining(), () -> period + " from " + start + " at " + now);
                    assertTrue(!window.start().isBefore(start) && (!over || !now.isBefore(window.start())));
                    assertTrue(limit.use(address(1), address(1), window.remaining(), now).isRight());
                    assertTrue(limit.use(address(1), address(1), BaseUnits.MAX, now).isLeft());
                }
            }
        }
    }

    @Test
    void aVaultIndexIsOneByte() {
        assertEquals(255, terms(255, Array.empty()).vaultIndex());
        assertThrows(IllegalArgumentException.class, () -> terms(256, Array.empty()).vaultIndex());
        assertThrows(IllegalArgumentException.class, () -> terms(-1, Array.empty()).vaultIndex());
    }

    @Test
    void aDuplicateSignerIsNamedOnce() {
        assertEquals(
                Array.of(new LimitProblem.DuplicateSigner(address(1)), new LimitProblem.DuplicateSigner(address(2))),
                terms(0, Array.of(address(1), address(2), address(1), address(2), address(1)))
                        .problems());
    }

    @Test
    void aRefusalOfTermsNamesAProblem() {
        assertThrows(
                IllegalArgumentException.class, () -> new SpendingRefusal.BadTerms(Array.empty()).problems());
    }

    /** The chain resets a limit strictly after its period: then it is whole again. */
    @Test
    void aRefusedUseStatesTheRemainderAndTheResetTime() {
        UnixTime start = new UnixTime(1_000);
        SpendingLimit limit = SpendingLimit.open(terms(0, Array.of(address(1))).withAmount(BaseUnits.of(10)), start).get();
        SpendingLimit used = limit.withWindow(limit.use(address(1), address(1), BaseUnits.of(4), start).get());

        assertEquals(
                new SpendingRefusal.Exceeded(BaseUnits.of(7), BaseUnits.of(6), Option.some(start.plusSeconds(86_401))),
                used.use(address(1), address(1), BaseUnits.of(7), start).getLeft());
        assertEquals(
                new SpendingRefusal.Exceeded(BaseUnits.of(11), BaseUnits.of(10), Option.some(start)),
                limit.use(address(1), address(1), BaseUnits.of(11), start).getLeft());
        assertEquals(BaseUnits.of(6), used.windowAt(start.plusSeconds(86_400)).remaining());
        assertEquals(BaseUnits.of(10), used.windowAt(start.plusSeconds(86_401)).remaining());
    }

    @Test
    void aUseBreaksEachRuleByItself() {
        SpendingLimit limit = SpendingLimit.open(terms(0, Array.of(address(1))), new UnixTime(0)).get();

        assertEquals(
                Array.of(
                        new SpendingRefusal.NotEntitled(address(2), Array.of(address(1))),
                        new SpendingRefusal.DestinationNotAllowed(address(3), Array.of(address(1))),
                        new SpendingRefusal.Exceeded(BaseUnits.of(2), BaseUnits.of(1), Option.some(new UnixTime(0)))),
                limit.violations(address(2), address(3), BaseUnits.of(2), new UnixTime(0)));
        assertEquals(
                Array.empty(),
                new SpendingLimit(limit.terms().withDestinations(Array.empty()), limit.window())
                        .violations(address(1), address(3), BaseUnits.of(1), new UnixTime(0)));
    }

    @Test
    void equivalenceOfTermsIgnoresCreateKeyAndSignerOrder() {
        LimitTerms terms = terms(0, Array.of(address(1), address(2)));
        LimitTerms same = terms.withCreateKey(address(8)).withSigners(Array.of(address(2), address(1)));

        assertTrue(terms.grantTheSameAs(same));
        assertTrue(PolicyTerms.of(terms).grantTheSameAs(PolicyTerms.of(same)));
        for (LimitTerms other : Array.of(
                same.withVault(1),
                LimitTerms.of(address(8), new Token.Mint(address(7)), BaseUnits.of(1), Period.DAY, terms.signers())
                        .withDestinations(terms.destinations()),
                same.withAmount(BaseUnits.of(2)),
                same.withPeriod(Period.WEEK),
                same.withSigners(Array.of(address(1))),
                same.withDestinations(Array.empty()))) {
            assertFalse(terms.grantTheSameAs(other), other::toString);
            assertFalse(PolicyTerms.of(terms).grantTheSameAs(PolicyTerms.of(other)), other::toString);
        }
    }

    @Test
    void aYearTouchesOneWindowMoreThanItHolds() {
        assertEquals(
                Array.of(1, 366, 54, 14),
                Array.of(Period.ONE_TIME, Period.DAY, Period.WEEK, Period.MONTH)
                        .map(period -> terms(0, Array.empty()).withPeriod(period).windowsInYear()));
    }

    @Test
    void onlyAPeriodOfTheChainWithoutAnEndNeedsNoEngine() {
        PolicyTerms daily = PolicyTerms.of(terms(0, Array.of(address(1))));

        assertEquals(Option.some(terms(0, Array.of(address(1)))), daily.withoutEngine());
        assertEquals(Option.none(), with(daily, PolicyPeriod.DAY, Option.some(new UnixTime(5))).withoutEngine());
        assertEquals(Option.none(), with(daily, PolicyPeriod.YEAR, Option.none()).withoutEngine());
        assertEquals(PolicyPeriod.ONE_TIME, PolicyTerms.of(terms(0, Array.empty()).withPeriod(Period.ONE_TIME)).period());
        assertEquals(Option.some(PolicyPeriod.YEAR_SECONDS), PolicyPeriod.YEAR.lengthSeconds());
        assertEquals(Option.some(604_800L), PolicyPeriod.WEEK.lengthSeconds());
        assertEquals(Option.none(), PolicyPeriod.ONE_TIME.lengthSeconds());
    }

    /** A limit that the engine watches can be spent once on the chain, unless its amount may be restored before its end. */
    @Test
    void theEnginesLimitOnTheChainIsAsTightAsItCanBe() {
        PolicyTerms daily = PolicyTerms.of(terms(0, Array.of(address(1))));
        UnixTime now = new UnixTime(1_000);
        UnixTime inAYear = now.plusSeconds(PolicyPeriod.YEAR_SECONDS);

        assertEquals(Array.of(address(5)), daily.onChain(address(5), now).signers());
        assertEquals(Period.DAY, with(daily, PolicyPeriod.DAY, Option.some(inAYear)).onChain(address(5), now).period());
        assertEquals(Period.ONE_TIME, with(daily, PolicyPeriod.ONE_TIME, Option.none()).onChain(address(5), now).period());
        assertEquals(Period.ONE_TIME, with(daily, PolicyPeriod.YEAR, Option.some(inAYear)).onChain(address(5), now).period());
        assertEquals(
                Period.MONTH, with(daily, PolicyPeriod.YEAR, Option.some(inAYear.plusSeconds(1))).onChain(address(5), now).period());
        assertEquals(Period.MONTH, with(daily, PolicyPeriod.YEAR, Option.none()).onChain(address(5), now).period());
    }

    @Test
    void theInterfacesTermsHaveTheProblemsOfTheChains() {
        PolicyTerms none = PolicyTerms.of(terms(0, Array.empty()).withAmount(BaseUnits.ZERO));

        assertEquals(Array.of(new LimitProblem.AmountZero(), new LimitProblem.NoSigners()), none.problems());
    }

    private static PolicyTerms with(PolicyTerms terms, PolicyPeriod period, Option<UnixTime> end) {
        return new PolicyTerms(
                terms.createKey(), terms.vaultIndex(), terms.token(), terms.amount(), period, terms.signers(), terms.destinations(), end);
    }

    private static LimitTerms terms(int vault, Array<Address> people) {
        return LimitTerms.of(address(9), new Token.Sol(), BaseUnits.of(1), Period.DAY, people)
                .withVault(vault)
                .withDestinations(people);
    }

    private static Address address(int last) {
        byte[] bytes = new byte[32];
        bytes[31] = (byte) last;
        return Address.of(bytes);
    }
}
