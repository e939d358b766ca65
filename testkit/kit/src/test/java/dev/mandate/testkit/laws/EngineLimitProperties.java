package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.EngineLimitCommand.Outcome;
import dev.mandate.domain.enginelimit.EngineLimitEvent;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitRules;
import dev.mandate.domain.enginelimit.EngineLimitSubject;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.domain.enginelimit.LimitPresence;
import dev.mandate.domain.enginelimit.Reservation;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.naive.NaiveEngineLimit;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import net.jqwik.api.constraints.LongRange;

/** Properties of limits that the engine keeps, for any uses over more than a year, and for clocks that lie as much as agreement lets pass. */
class EngineLimitProperties {

    private static final EngineLimitRules RULES = new EngineLimitRules();
    private static final UnixTime START = new UnixTime(1_764_547_200);
    private static final long DAY = 86_400;
    private static final long AMOUNT = 100;
    private static final Address ANN = TestKey.of("Ann").address();
    private static final Address SHOP = TestKey.of("Shop").address();
    private static final Address KEY = TestKey.of("policy key").address();

    /** What is tried at one step. */
    enum Try {
        RESERVE,
        SIGN,
        LAND,
        FAIL
    }

    /**
     * What the clocks show at a moment of the chain's true clock. Of nodes that agree one tells the truth.
     *
     * @param below how far the earliest node is behind it
     * @param above how far the latest node is ahead of it
     * @param offset of the server's clock from it
     */
    record Clocks(long below, long above, long offset) {

        Either<ClockReading, LimitClock> at(long chain) {
            ChainClock told = new ChainClock(START.plusSeconds(chain - below), START.plusSeconds(chain + above));
            return LimitClock.of(new Agreed<>(told, 2), START.plusSeconds(chain + offset));
        }
    }

    /**
     * A step.
     *
     * @param aroundEnd whether it is so many seconds after the end of a window; else after the step before
     * @param use the use that it is about, counted from the newest
     * @param late so long ago it landed, if it did; negative: nobody can tell when
     */
    record Step(boolean aroundEnd, long seconds, Clocks clocks, Try what, int use, long amount, long late) {

        /** The time on the chain's true clock. */
        long after(long chain, PolicyPeriod period) {
            long length = period.lengthSeconds().getOrElse(DAY);
            return Math.max(chain, aroundEnd ? (chain / length + 1) * length + seconds : chain + seconds);
        }

        /** When a use that was reserved at {@code reserved} landed. */
        long landed(long chain, long reserved) {
            return Math.max(reserved, chain - Math.abs(late));
        }

        Option<Long> told(long landed) {
            return Option.when(late >= 0, landed);
        }
    }

    private static EngineLimit limit(PolicyPeriod period, Option<UnixTime> expiration) {
        PolicyTerms terms = new PolicyTerms(
                TestKey.of("create key").address(), 0, new Token.Sol(), BaseUnits.of(AMOUNT), period, Array.of(ANN), Array.empty(), expiration);
        EngineLimitSubject subject = new EngineLimitSubject(
                new Tenant("acme"), Network.DEVNET, ANN, SHOP, new ManagedKeyId("key_" + "0".repeat(32)), KEY);
        return RULES.evolve(RULES.initial(), new EngineLimitEvent.Granted(subject, terms, LimitPresence.BUILT)).get();
    }

    private static Bytes32 message(int number) {
        return Sha256.of("message " + number);
    }

    private static EngineLimitCommand command(Step step, int number, Option<Long> landed) {
        return switch (step.what()) {
            case RESERVE -> new EngineLimitCommand.Reserve(message(number), ANN, SHOP, BaseUnits.of(step.amount()), START);
            case SIGN -> new EngineLimitCommand.Sign(message(number));
            case LAND -> new EngineLimitCommand.Settle(message(number), landed(landed));
            case FAIL -> new EngineLimitCommand.Settle(message(number), new Outcome.Released());
        };
    }

    private static Outcome landed(Option<Long> at) {
        return new Outcome.Spent(at.map(seconds -> new Agreed<>(START.plusSeconds(seconds), 2)));
    }

    private static long units(BaseUnits amount) {
        return Long.parseLong(amount.toString());
    }

    @Property
    void aNaiveModelAnswersTheSame(
            @ForAll PolicyPeriod period, @ForAll("expirations") long expiration, @ForAll("years") List<Step> steps) {
        Option<EngineLimit> state = Option.some(
                limit(period, Option.when(expiration < Long.MAX_VALUE, () -> START.plusSeconds(expiration))));
        NaiveEngineLimit naive =
                new NaiveEngineLimit(AMOUNT, period.lengthSeconds().getOrElse(0L), period == PolicyPeriod.ONE_TIME, expiration);
        Array<Long> reserved = Array.empty();
        long chain = 0;
        for (Step step : steps) {
            chain = step.after(chain, period);
            Option<LimitClock> clock = step.clocks().at(chain).toOption();
            int number = step.what() == Try.RESERVE ? reserved.length() : reserved.length() - 1 - step.use();
            if (number < 0 || clock.isEmpty()) {
                continue;
            }
            NaiveEngineLimit.Clocks now = new NaiveEngineLimit.Clocks(
                    chain - step.clocks().below(), chain + step.clocks().above(), chain + step.clocks().offset());
            Option<Long> landed = step.told(step.landed(chain, reserved.padTo(number + 1, chain).get(number)));
            assertEquals(naive.left(now), units(state.get().availableAt(clock.get().reading())));
            Either<EngineLimitRefusal, Seq<EngineLimitEvent>> decided = RULES.decide(state, command(step, number, landed), clock.get());
            boolean done = switch (step.what()) {
                case RESERVE -> naive.reserve(step.amount(), now) == number;
                case SIGN -> naive.sign(number, now);
                case LAND -> naive.land(number, landed.getOrElse(NaiveEngineLimit.UNKNOWN), now);
                case FAIL -> naive.fail(number);
            };
            assertEquals(done, decided.isRight(), () -> step + ": " + decided);
            reserved = step.what() == Try.RESERVE && done ? reserved.append(chain) : reserved;
            state = RULES.fold(state, decided.getOrElse(Array.empty()));
        }
    }

    /**
     * A use that the policy key signed.
     *
     * @param reserved on the chain's true clock
     * @param offset of the server's clock, which keeps its pace until the use has landed
     */
    private record Signed(Bytes32 message, long amount, long reserved, long offset) {

        Landing at(long chain) {
            return new Landing(chain, chain + offset, amount);
        }
    }

    /** An amount that landed, in seconds of each clock since the start. */
    private record Landing(long chain, long server, long amount) {}

    @Property
    void whatLandsInAWindowOfEitherClockNeverExceedsTheAmount(@ForAll PolicyPeriod period, @ForAll("years") List<Step> steps) {
        Option<EngineLimit> state = Option.some(limit(period, Option.none()));
        Array<Landing> landed = Array.empty();
        Array<Signed> open = Array.empty();
        long chain = 0;
        for (int number = 0; number < steps.size(); number++) {
            Step step = steps.get(number);
            chain = step.after(chain, period);
            Option<LimitClock> agreed = step.clocks().at(chain).toOption();
            if (agreed.isEmpty()) {
                continue;
            }
            LimitClock clock = agreed.get();
            if (step.what() == Try.RESERVE || step.what() == Try.SIGN) {
                Bytes32 message = message(number);
                EngineLimitCommand reserve = new EngineLimitCommand.Reserve(message, ANN, SHOP, BaseUnits.of(step.amount()), START);
                Either<EngineLimitRefusal, Seq<EngineLimitEvent>> reserved = RULES.decide(state, reserve, clock);
                if (reserved.isRight()) {
                    state = RULES.fold(state, reserved.get());
                    state = RULES.fold(state, RULES.decide(state, new EngineLimitCommand.Sign(message), clock).get());
                    open = open.append(new Signed(message, step.amount(), chain, step.clocks().offset()));
                }
            } else if (open.length() > step.use()) {
                Signed one = open.get(step.use());
                open = open.removeAt(step.use());
                long at = step.landed(chain, one.reserved());
                boolean isLanded = step.what() == Try.LAND;
                landed = isLanded ? landed.append(one.at(at)) : landed;
                Outcome outcome = isLanded ? landed(step.told(at)) : new Outcome.Released();
                state = RULES.fold(state, RULES.decide(state, new EngineLimitCommand.Settle(one.message(), outcome), clock).get());
            }
        }
        // What was signed and never settled may have landed at once, or lands now.
        long end = chain;
        for (Array<Landing> all : Array.of(landed.appendAll(open.map(one -> one.at(one.reserved()))), landed.appendAll(open.map(one -> one.at(end))))) {
            assertWithinAmount(period, all.map(one -> Tuple.of(one.chain(), one.amount())));
            assertWithinAmount(period, all.map(one -> Tuple.of(one.server(), one.amount())));
        }
    }

    private static void assertWithinAmount(PolicyPeriod period, Array<Tuple2<Long, Long>> landed) {
        long length = period.lengthSeconds().getOrElse(Long.MAX_VALUE);
        landed.groupBy(one -> Math.max(0, one.get1() - 1) / length)
                .values()
                .forEach(window -> assertTrue(window.map(Tuple2::get2).sum().longValue() <= AMOUNT, window::toString));
    }

    @Property
    void aUseThatIsSettledLateCountsInTheWindowOfItsLandingAlone(
            @ForAll PolicyPeriod period,
            @ForAll @LongRange(min = 0, max = 40 * DAY) long until,
            @ForAll @LongRange(min = 0, max = 800 * DAY) long late) {
        Clocks exact = new Clocks(0, 0, 0);
        Option<EngineLimit> state = Option.some(limit(period, Option.none()));
        for (EngineLimitCommand command : Array.of(
                new EngineLimitCommand.Reserve(message(0), ANN, SHOP, BaseUnits.of(40), START), new EngineLimitCommand.Sign(message(0)))) {
            state = RULES.fold(state, RULES.decide(state, command, exact.at(0).get()).get());
        }
        EngineLimitCommand settle = new EngineLimitCommand.Settle(message(0), landed(Option.some(until)));
        EngineLimit settled = RULES.fold(state, RULES.decide(state, settle, exact.at(until + late).get()).get()).get();

        for (long when : new long[] {until, until + late}) {
            ClockReading clock = exact.at(when).get().reading();
            boolean isSame = settled.windowAt(clock).equals(settled.windowAt(exact.at(until).get().reading()));
            assertEquals(isSame ? 60 : 100, units(settled.availableAt(clock)));
        }
    }

    @Property
    void nothingIsDecidedByClocksThatAreMoreThanFiveMinutesApart(
            @ForAll long earliest, @ForAll @LongRange(max = 60) long behind, @ForAll @LongRange(min = -400, max = 400) long offset) {
        long base = earliest % (500_000 * DAY);
        ChainClock chain = new ChainClock(new UnixTime(base), new UnixTime(base + behind));
        long server = base + offset;

        assertEquals(
                Math.abs(server - base) <= 300 && Math.abs(server - base - behind) <= 300,
                LimitClock.of(new Agreed<>(chain, 2), new UnixTime(server)).isRight());
    }

    @Property
    void spentAndReservedNeverExceedTheAmountAndReservationsEnd(
            @ForAll PolicyPeriod period, @ForAll("years") List<Step> steps) {
        Option<EngineLimit> state = Option.some(limit(period, Option.none()));
        int number = 0;
        long chain = 0;
        for (Step step : steps) {
            chain = step.after(chain, period);
            Option<LimitClock> clock = step.clocks().at(chain).toOption();
            if (clock.isEmpty()) {
                continue;
            }
            number += step.what() == Try.RESERVE ? 1 : 0;
            int use = step.what() == Try.RESERVE ? number : Math.max(0, number - step.use());
            EngineLimitCommand command = command(step, use, Option.none());
            state = RULES.fold(state, RULES.decide(state, command, clock.get()).getOrElse(Array.empty()));
            EngineLimit after = state.get();
            long open = after.reservations().map(one -> units(one.amount())).sum().longValue();

            assertTrue(after.windows().lastOption().forAll(window -> open <= units(window.remaining())));
            assertTrue(period != PolicyPeriod.ONE_TIME || after.reservations().length() <= 1);
        }
        LimitClock later = new Clocks(0, 0, 0).at(chain + 2 * DAY).get();
        ClockReading reading = later.reading();
        EngineLimit left = state.get();
        assertTrue(left.openAt(reading).forAll(one -> one.progress() == Reservation.Progress.SIGNED));
        for (Reservation one : left.openAt(reading)) {
            state = RULES.fold(
                    state, RULES.decide(state, new EngineLimitCommand.Settle(one.message(), new Outcome.Released()), later).get());
        }
        assertEquals(state.get().windowAt(reading).remaining(), state.get().availableAt(reading));
    }

    @Property
    void theLimitOnChainAllowsTheTermsToTheEnginesKeyAlone(
            @ForAll PolicyPeriod period, @ForAll("expirations") long expiration) {
        EngineLimit limit = limit(period, Option.when(expiration < Long.MAX_VALUE, () -> START.plusSeconds(expiration)));
        LimitTerms chains = limit.terms().onChain(KEY, START);

        assertEquals(Array.of(KEY), chains.signers());
        assertEquals(limit.terms().amount(), chains.amount());
        assertEquals(period.onChain().getOrElse(chains.period()), chains.period());
    }

    @Example
    void aYearlyLimitIsSpentOnceOnTheChainIfItExpiresWithinAYear() {
        assertEquals(Period.ONE_TIME, chainPeriod(PolicyPeriod.YEAR, 365 * DAY));
        assertEquals(Period.MONTH, chainPeriod(PolicyPeriod.YEAR, 365 * DAY + 1));
        assertEquals(Period.ONE_TIME, chainPeriod(PolicyPeriod.ONE_TIME, 9_999 * DAY));
        assertEquals(Period.DAY, chainPeriod(PolicyPeriod.DAY, DAY));
    }

    private static Period chainPeriod(PolicyPeriod period, long expiration) {
        return limit(period, Option.some(START.plusSeconds(expiration))).terms().onChain(KEY, START).period();
    }

    @Example
    void onlyTheInterfacesOwnPeriodsWithoutExpirationNeedNoEngine() {
        Array<PolicyPeriod> plain = Array.of(PolicyPeriod.values())
                .filter(period -> limit(period, Option.none()).terms().withoutEngine().isDefined());

        assertEquals(Array.of(PolicyPeriod.DAY, PolicyPeriod.WEEK, PolicyPeriod.MONTH), plain);
        assertEquals(Option.none(), limit(PolicyPeriod.DAY, Option.some(START)).terms().withoutEngine());
    }

    @Provide
    Arbitrary<Long> expirations() {
        return Arbitraries.oneOf(Arbitraries.just(Long.MAX_VALUE), Arbitraries.longs().between(1, 500 * DAY));
    }

    /** Steps of seconds up to weeks, many of them around the end of a window. */
    @Provide
    Arbitrary<List<Step>> years() {
        Arbitrary<Tuple2<Boolean, Long>> seconds = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.longs().between(-400, 400).map(around -> Tuple.of(true, around))),
                Tuple.of(4, Arbitraries.longs().between(0, 200).map(later -> Tuple.of(false, later))),
                Tuple.of(1, Arbitraries.longs().between(0, 2 * DAY).map(later -> Tuple.of(false, later))),
                Tuple.of(1, Arbitraries.longs().between(0, 40 * DAY).map(later -> Tuple.of(false, later))));
        Arbitrary<Long> offsets = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(0L)),
                Tuple.of(3, Arbitraries.longs().between(-300, 300)),
                Tuple.of(1, Arbitraries.longs().between(-DAY, DAY)));
        Arbitrary<Clocks> clocks = Combinators.combine(Arbitraries.longs().between(0, 30), Arbitraries.longs().between(0, 30), offsets)
                .as(Clocks::new);
        Arbitrary<Long> late = Arbitraries.oneOf(
                Arbitraries.just(0L), Arbitraries.longs().between(0, 400), Arbitraries.longs().between(-400 * DAY, 400 * DAY));
        return Combinators.combine(
                        seconds, clocks, Arbitraries.of(Try.class), Arbitraries.integers().between(0, 2), Arbitraries.longs().between(1, 100), late)
                .as((at, shown, what, use, amount, ago) -> new Step(at.get1(), at.get2(), shown, what, use, amount, ago))
                .list()
                .ofMinSize(1)
                .ofMaxSize(120);
    }

    @Provide
    Arbitrary<UnaryOperator<LimitTerms>> otherTerms() {
        return Arbitraries.of(
                terms -> terms.withSigners(Array.of(ANN)),
                terms -> terms.withSigners(Array.of(ANN, KEY)),
                terms -> terms.withSigners(Array.empty()),
                terms -> terms.withAmount(terms.amount().plus(BaseUnits.of(1)).get()),
                terms -> terms.withPeriod(terms.period() == Period.DAY ? Period.WEEK : Period.DAY),
                terms -> terms.withVault(terms.vaultIndex() + 1),
                terms -> terms.withDestinations(Array.of(ANN)),
                terms -> new LimitTerms(
                        terms.createKey(), terms.vaultIndex(), new Token.Mint(SHOP), terms.amount(), terms.period(), terms.signers(), terms.destinations()));
    }

    /** Whenever it was made: the time decides about the period on the chain. */
    @Property
    void aRecordImpliesTheTermsThatWereMadeOfItAndNoOthers(
            @ForAll PolicyPeriod period,
            @ForAll("expirations") long expiration,
            @ForAll("expirations") long later,
            @ForAll("otherTerms") UnaryOperator<LimitTerms> change) {
        EngineLimit limit = limit(period, Option.when(expiration < Long.MAX_VALUE, () -> START.plusSeconds(expiration)));
        LimitTerms made = limit.terms().onChain(KEY, START.plusSeconds(Math.min(later, 500 * DAY)));

        assertTrue(limit.implies(made));
        assertTrue(limit.implies(made.withDestinations(made.destinations().reverse())));
        assertFalse(limit.implies(change.apply(made)));
    }
}
