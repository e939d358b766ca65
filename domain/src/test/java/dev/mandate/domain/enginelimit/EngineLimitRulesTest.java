package dev.mandate.domain.enginelimit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.EngineLimitCommand.Outcome;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.spending.Window;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** A use is reserved, signed and settled. */
class EngineLimitRulesTest {

    private static final EngineLimitRules RULES = new EngineLimitRules();
    private static final UnixTime NOW = new UnixTime(1_000);
    private static final Address ALICE = address(1);
    private static final Address BOB = address(2);
    private static final Bytes32 FIRST = Sha256.of("first");
    private static final Bytes32 SECOND = Sha256.of("second");
    private static final Outcome SPENT = new Outcome.Spent(Option.none());
    private static final Outcome RELEASED = new Outcome.Released();
    private static final long DAY = 86_400;
    private static final Option<EngineLimit> DAILY = granted(PolicyPeriod.DAY, Option.none());
    private static final Option<EngineLimit> RESERVED = after(DAILY, reserve(FIRST, 4));
    private static final Option<EngineLimit> SIGNED = after(RESERVED, new EngineLimitCommand.Sign(FIRST));

    @Test
    void eachRuleOfAUseRefusesByItself() {
        assertRefused(
                new EngineLimitRefusal.NotSpent(new SpendingRefusal.NotEntitled(BOB, Array.of(ALICE))),
                DAILY,
                new EngineLimitCommand.Reserve(FIRST, BOB, BOB, BaseUnits.of(1), NOW));
        assertRefused(
                new EngineLimitRefusal.NotSpent(new SpendingRefusal.DestinationNotAllowed(ALICE, Array.of(BOB))),
                DAILY,
                new EngineLimitCommand.Reserve(FIRST, ALICE, ALICE, BaseUnits.of(1), NOW));
        assertRefused(new EngineLimitRefusal.EqualUseOpen(), RESERVED, reserve(FIRST, 1));
        assertRefused(
                new EngineLimitRefusal.NotSpent(
                        new SpendingRefusal.Exceeded(BaseUnits.of(7), BaseUnits.of(6), Option.some(NOW.plusSeconds(86_401)))),
                RESERVED,
                reserve(SECOND, 7));
        assertEquals(2, after(RESERVED, reserve(SECOND, 6)).get().reservations().length());
    }

    @Test
    void aLimitForOneTimeHasOneOpenUseAndOthersSixtyFour() {
        Option<EngineLimit> once = after(granted(PolicyPeriod.ONE_TIME, Option.none()), reserve(FIRST, 1));
        assertRefused(new EngineLimitRefusal.UsesOpen(1, 1), once, reserve(SECOND, 1));

        Option<EngineLimit> full = Array.range(0, 64).foldLeft(DAILY, (limit, number) -> after(limit, reserve(Sha256.of("use " + number), 0)));
        assertRefused(new EngineLimitRefusal.UsesOpen(64, 64), full, reserve(FIRST, 0));
    }

    @Test
    void aUseIsSignedOnceAndSettledOnce() {
        for (Option<EngineLimit> state : Array.of(DAILY, SIGNED)) {
            assertRefused(new EngineLimitRefusal.NotReserved(), state, new EngineLimitCommand.Sign(FIRST));
        }
        for (Option<EngineLimit> state : Array.of(DAILY, RESERVED)) {
            for (Outcome outcome : Array.of(SPENT, RELEASED)) {
                assertRefused(new EngineLimitRefusal.NotReserved(), state, settle(outcome));
            }
        }
        assertEquals(
                BaseUnits.of(6), after(SIGNED, settle(SPENT)).get().availableAt(at(NOW).reading()));
        assertEquals(
                BaseUnits.of(10), after(SIGNED, settle(RELEASED)).get().availableAt(at(NOW).reading()));
    }

    @Test
    void aReservationLapsesUnlessItWasSigned() {
        UnixTime later = NOW.plusSeconds(EngineLimitRules.LAPSE_SECONDS);
        EngineLimitCommand sign = new EngineLimitCommand.Sign(FIRST);

        assertEquals(Either.left(new EngineLimitRefusal.NotReserved()), RULES.decide(RESERVED, sign, at(later)));
        assertEquals(
                Either.right(Array.of(new EngineLimitEvent.Signed(FIRST))), RULES.decide(RESERVED, sign, at(later.plusSeconds(-1))));
        assertEquals(BaseUnits.of(10), RESERVED.get().availableAt(at(later).reading()));
        assertEquals(BaseUnits.of(6), SIGNED.get().availableAt(at(later).reading()));
        assertEquals(
                new EngineLimitEvent.Lapsed(FIRST), RULES.decide(RESERVED, reserve(SECOND, 10), at(later)).get().head());
    }

    @Test
    void theOnlyUseOfALimitForOneTimeEndsIt() {
        Option<EngineLimit> signed = after(
                after(granted(PolicyPeriod.ONE_TIME, Option.none()), reserve(FIRST, 4)), new EngineLimitCommand.Sign(FIRST));

        assertEquals(
                Option.some(Ending.USED), after(signed, settle(SPENT)).get().ended());
        assertEquals(
                Option.none(), after(signed, settle(RELEASED)).get().ended());
        assertEquals(
                Option.none(), after(SIGNED, settle(SPENT)).get().ended());
        Option<EngineLimit> removed = after(signed, new EngineLimitCommand.End(Ending.REMOVED));
        assertEquals(
                Option.some(Ending.REMOVED), after(removed, settle(SPENT)).get().ended());
    }

    @Test
    void aLimitEndsOnceAndExpiresAtItsEnd() {
        EngineLimitCommand expire = new EngineLimitCommand.End(Ending.EXPIRED);
        Option<EngineLimit> ends = granted(PolicyPeriod.DAY, Option.some(NOW));

        assertRefused(new EngineLimitRefusal.NotExpired(), DAILY, expire);
        assertRefused(new EngineLimitRefusal.NotExpired(), granted(PolicyPeriod.DAY, Option.some(NOW.plusSeconds(1))), expire);
        assertEquals(Option.some(Ending.EXPIRED), after(ends, expire).get().ended());
        assertRefused(new EngineLimitRefusal.Over(Ending.EXPIRED), ends, reserve(FIRST, 1));
        Option<EngineLimit> removed = after(DAILY, new EngineLimitCommand.End(Ending.REMOVED));
        assertRefused(new EngineLimitRefusal.Over(Ending.REMOVED), removed, new EngineLimitCommand.End(Ending.REMOVED));
        assertRefused(new EngineLimitRefusal.Over(Ending.REMOVED), removed, reserve(FIRST, 1));
    }

    @Test
    void clocksThatAreMoreThanFiveMinutesApartCountForNothing() {
        assertEquals(new UnixTime(1_300), clock(1_000, 1_060, 1_300).get().reading().expiry());
        assertEquals(new UnixTime(1_000), clock(1_000, 1_060, 1_300).get().reading().window());
        assertTrue(clock(1_000, 1_000, 700).isRight());
        assertTrue(clock(1_000, 1_060, 1_301).isLeft());
        assertTrue(clock(1_000, 1_001, 700).isLeft());
        assertTrue(clock(Long.MAX_VALUE, Long.MAX_VALUE, 700).isLeft());
        assertTrue(clock(Long.MIN_VALUE, Long.MIN_VALUE, 700).isLeft());
    }

    @Test
    void aWindowOpensByTheEarliestClockAndTheLimitExpiresByTheLatest() {
        long next = NOW.seconds() + DAY + 1;
        Option<EngineLimit> used = after(SIGNED, settle(SPENT));
        Option<EngineLimit> ends = granted(PolicyPeriod.DAY, Option.some(new UnixTime(next)));

        for (Option<LimitClock> apart : Array.of(clock(next - 1, next, next), clock(next, next, next - 1)).map(Either::toOption)) {
            assertEquals(BaseUnits.of(6), used.get().availableAt(apart.get().reading()));
            assertEquals(
                    Either.left(new EngineLimitRefusal.Over(Ending.EXPIRED)), RULES.decide(ends, reserve(FIRST, 1), apart.get()));
        }
        assertEquals(BaseUnits.of(10), used.get().availableAt(clock(next, next, next + 300).get().reading()));
    }

    @Test
    void aUseThatIsSettledLateCountsInTheWindowInWhichItLanded() {
        LimitClock later = at(NOW.plusSeconds(400 * DAY));
        EngineLimitCommand landed = settle(landed(NOW.plusSeconds(60)));

        assertEquals(BaseUnits.of(6), SIGNED.get().availableAt(later.reading()));
        EngineLimit settled = RULES.fold(SIGNED, RULES.decide(SIGNED, landed, later).get()).get();
        assertEquals(BaseUnits.of(10), settled.availableAt(later.reading()));
        assertEquals(BaseUnits.of(6), settled.availableAt(at(NOW.plusSeconds(90)).reading()));
    }

    @Test
    void aUseMayExceedNoLaterWindowInWhichItCouldLand() {
        long next = NOW.seconds() + DAY + 1;
        LimitClock opened = at(new UnixTime(next + 20));
        EngineLimit used = RULES.fold(SIGNED, RULES.decide(SIGNED, settle(landed(new UnixTime(next + 10))), opened).get()).get();
        LimitClock behind = clock(next - 5, next + 30, next + 30).get();

        assertEquals(BaseUnits.of(6), used.availableAt(behind.reading()));
        assertTrue(RULES.decide(Option.some(used), reserve(SECOND, 7), behind).isLeft());
        assertTrue(RULES.decide(Option.some(used), reserve(SECOND, 6), behind).isRight());
    }

    @Test
    void aUseThatLandedNobodyKnowsWhenCountsInEachWindowInWhichItCouldHave() {
        UnixTime later = NOW.plusSeconds(2 * DAY + 5);
        // Neither before it was reserved nor in the future can it have landed.
        for (Option<UnixTime> landed : Array.of(Option.<UnixTime>none(), Option.some(NOW.plusSeconds(-1)), Option.some(later.plusSeconds(1)))) {
            EngineLimitCommand settle = settle(new Outcome.Spent(landed.map(at -> new Agreed<>(at, 2))));
            EngineLimit settled = RULES.fold(SIGNED, RULES.decide(SIGNED, settle, at(later)).get()).get();
            for (long day : new long[] {0, 1, 2}) {
                assertEquals(BaseUnits.of(6), settled.availableAt(at(NOW.plusSeconds(day * DAY + 5)).reading()));
            }
            assertEquals(BaseUnits.of(10), settled.availableAt(at(later.plusSeconds(DAY)).reading()));
        }
    }

    @Test
    void aUseThatLandedBetweenTheClocksCountsInBothWindows() {
        long next = NOW.seconds() + DAY + 1;
        // The chain's clock is ten seconds behind the server's.
        LimitClock before = clock(next - 12, next - 12, next - 2).get();
        Option<EngineLimit> opened = after(DAILY, reserve(SECOND, 0));
        Option<EngineLimit> reserved = RULES.fold(opened, RULES.decide(opened, reserve(FIRST, 4), before).get());
        Option<EngineLimit> signed = RULES.fold(reserved, RULES.decide(reserved, new EngineLimitCommand.Sign(FIRST), before).get());
        LimitClock after = at(new UnixTime(next + 100));

        EngineLimitCommand landed = settle(landed(new UnixTime(next - 3)));
        EngineLimit settled = RULES.fold(signed, RULES.decide(signed, landed, after).get()).get();

        assertEquals(BaseUnits.of(6), settled.availableAt(before.reading()));
        assertEquals(BaseUnits.of(6), settled.availableAt(after.reading()));
    }

    @Test
    void anEventThatCannotFollowIsABrokenHistory() {
        EngineLimit limit = DAILY.get();
        assertBroken(DAILY, new EngineLimitEvent.Granted(limit.subject(), limit.terms(), LimitPresence.LANDED));
        assertBroken(Option.none(), new EngineLimitEvent.Ended(Ending.REMOVED));
        assertBroken(DAILY, new EngineLimitEvent.Signed(FIRST));
        assertBroken(SIGNED, new EngineLimitEvent.Signed(FIRST));
        assertBroken(SIGNED, new EngineLimitEvent.Lapsed(FIRST));
        assertBroken(RESERVED, new EngineLimitEvent.Released(FIRST));
        assertBroken(RESERVED, new EngineLimitEvent.Spent(FIRST, Array.of(new Window(NOW, BaseUnits.ZERO))));
    }

    private static void assertBroken(Option<EngineLimit> state, EngineLimitEvent event) {
        assertThrows(IllegalStateException.class, () -> RULES.evolve(state, event).isEmpty(), event::toString);
    }

    private static void assertRefused(EngineLimitRefusal expected, Option<EngineLimit> state, EngineLimitCommand command) {
        assertEquals(Either.left(expected), RULES.decide(state, command, at(NOW)), command::toString);
    }

    private static Outcome landed(UnixTime at) {
        return new Outcome.Spent(Option.some(new Agreed<>(at, 2)));
    }

    private static EngineLimitCommand settle(Outcome outcome) {
        return new EngineLimitCommand.Settle(FIRST, outcome);
    }

    private static LimitClock at(UnixTime time) {
        return clock(time.seconds(), time.seconds(), time.seconds()).get();
    }

    private static Either<ClockReading, LimitClock> clock(long earliest, long latest, long server) {
        return LimitClock.of(
                new Agreed<>(new ChainClock(new UnixTime(earliest), new UnixTime(latest)), 2), new UnixTime(server));
    }

    private static Option<EngineLimit> after(Option<EngineLimit> state, EngineLimitCommand command) {
        return RULES.fold(state, RULES.decide(state, command, at(NOW)).get());
    }

    private static EngineLimitCommand reserve(Bytes32 message, long amount) {
        return new EngineLimitCommand.Reserve(message, ALICE, BOB, BaseUnits.of(amount), NOW);
    }

    private static Option<EngineLimit> granted(PolicyPeriod period, Option<UnixTime> end) {
        PolicyTerms terms = new PolicyTerms(
                address(3), 0, new Token.Sol(), BaseUnits.of(10), period, Array.of(ALICE), Array.of(BOB), end);
        return RULES.evolve(
                RULES.initial(),
                new EngineLimitEvent.Granted(
                        new EngineLimitSubject(
                                new Tenant("acme"),
                                Network.DEVNET,
                                address(4),
                                address(5),
                                new ManagedKeyId("key_" + "0".repeat(32)),
                                address(6)),
                        terms,
                        LimitPresence.BUILT));
    }

    private static Address address(int last) {
        byte[] bytes = new byte[32];
        bytes[31] = (byte) last;
        return Address.of(bytes);
    }
}
