package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.EngineLimitCommand.Outcome;
import dev.mandate.domain.enginelimit.EngineLimitEvent;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitRules;
import dev.mandate.domain.enginelimit.EngineLimitSubject;
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

/** Properties of limits that the engine keeps, for any uses over more than a year and for clocks that jump a day either way. */
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
     * A step.
     *
     * @param secondsLater on the chain's clock
     * @param offset of the server's clock from the chain's
     * @param use the use that it is about, counted from the newest
     */
    record Step(long secondsLater, long offset, Try what, int use, long amount) {}

    private static EngineLimit limit(PolicyPeriod period, Option<UnixTime> expiration) {
        PolicyTerms terms = new PolicyTerms(
                TestKey.of("create key").address(), 0, new Token.Sol(), BaseUnits.of(AMOUNT), period, Array.of(ANN), Array.empty(), expiration);
        EngineLimitSubject subject = new EngineLimitSubject(
                new Tenant("acme"), Network.DEVNET, ANN, SHOP, new ManagedKeyId("key_" + "0".repeat(32)), KEY);
        return RULES.evolve(RULES.initial(), new EngineLimitEvent.Granted(subject, terms)).get();
    }

    private static Bytes32 message(int number) {
        return Sha256.of("message " + number);
    }

    private static UnixTime now(long chain, Step step) {
        return START.plusSeconds(Math.max(chain, chain + step.offset()));
    }

    private static EngineLimitCommand command(Step step, int number) {
        return switch (step.what()) {
            case RESERVE -> new EngineLimitCommand.Reserve(message(number), ANN, SHOP, BaseUnits.of(step.amount()), START);
            case SIGN -> new EngineLimitCommand.Sign(message(number));
            case LAND -> new EngineLimitCommand.Settle(message(number), Outcome.SPENT);
            case FAIL -> new EngineLimitCommand.Settle(message(number), Outcome.RELEASED);
        };
    }

    @Property
    void aNaiveModelAnswersTheSame(
            @ForAll PolicyPeriod period, @ForAll("expirations") long expiration, @ForAll("years") List<Step> steps) {
        Option<EngineLimit> state = Option.some(
                limit(period, Option.when(expiration < Long.MAX_VALUE, () -> START.plusSeconds(expiration))));
        NaiveEngineLimit naive =
                new NaiveEngineLimit(AMOUNT, period.lengthSeconds().getOrElse(0L), period == PolicyPeriod.ONE_TIME, expiration, 0);
        int reserved = 0;
        long chain = 0;
        for (Step step : steps) {
            chain += step.secondsLater();
            UnixTime now = now(chain, step);
            long seconds = now.secondsSince(START);
            int number = step.what() == Try.RESERVE ? reserved : reserved - 1 - step.use();
            if (number < 0) {
                continue;
            }
            assertEquals(naive.left(seconds), Long.parseLong(state.get().availableAt(now).toString()));
            Either<EngineLimitRefusal, Seq<EngineLimitEvent>> decided = RULES.decide(state, command(step, number), now);
            boolean done = switch (step.what()) {
                case RESERVE -> naive.reserve(step.amount(), seconds) == number;
                case SIGN -> naive.sign(number, seconds);
                case LAND -> naive.settle(number, true, seconds);
                case FAIL -> naive.settle(number, false, seconds);
            };
            assertEquals(done, decided.isRight(), () -> step + ": " + decided);
            reserved += step.what() == Try.RESERVE && done ? 1 : 0;
            state = RULES.fold(state, decided.getOrElse(Array.empty()));
        }
    }

    /** An amount that landed, in seconds of the chain since the start. */
    private record Landing(long at, long amount) {}

    @Property
    void spendingLandedInAWindowNeverExceedsTheAmount(@ForAll PolicyPeriod period, @ForAll("offTheBoundaries") List<Step> steps) {
        Option<EngineLimit> state = Option.some(limit(period, Option.none()));
        Array<Landing> landed = Array.empty();
        Array<Bytes32> signed = Array.empty();
        long chain = 7;
        for (int number = 0; number < steps.size(); number++) {
            Step step = steps.get(number);
            chain += step.secondsLater();
            UnixTime now = START.plusSeconds(chain);
            Option<Bytes32> oldest = signed.headOption();
            state = RULES.fold(state, RULES.decide(state, command(new Step(0, 0, Try.RESERVE, 0, step.amount()), number), now).getOrElse(Array.empty()));
            Either<EngineLimitRefusal, Seq<EngineLimitEvent>> signs = RULES.decide(state, new EngineLimitCommand.Sign(message(number)), now);
            state = RULES.fold(state, signs.getOrElse(Array.empty()));
            signed = signs.isRight() ? signed.append(message(number)) : signed;
            // The oldest one lands now, and its end is recorded now.
            if (oldest.isDefined() && step.what() == Try.LAND) {
                Reservation one = state.get().reservations().find(open -> open.message().equals(oldest.get())).get();
                landed = landed.append(new Landing(chain, Long.parseLong(one.amount().toString())));
                state = RULES.fold(state, RULES.decide(state, new EngineLimitCommand.Settle(one.message(), Outcome.SPENT), now).get());
                signed = signed.tail();
            }
        }
        long length = period.lengthSeconds().getOrElse(Long.MAX_VALUE);
        landed.groupBy(one -> one.at() / length)
                .values()
                .forEach(window -> assertTrue(window.map(Landing::amount).sum().longValue() <= AMOUNT, window::toString));
    }

    @Property
    void spentAndReservedNeverExceedTheAmountAndReservationsEnd(
            @ForAll PolicyPeriod period, @ForAll("years") List<Step> steps) {
        Option<EngineLimit> state = Option.some(limit(period, Option.none()));
        int number = 0;
        long chain = 0;
        for (Step step : steps) {
            chain += step.secondsLater();
            number += step.what() == Try.RESERVE ? 1 : 0;
            int use = step.what() == Try.RESERVE ? number : Math.max(0, number - step.use());
            state = RULES.fold(state, RULES.decide(state, command(step, use), now(chain, step)).getOrElse(Array.empty()));
            EngineLimit after = state.get();
            long open = after.reservations().map(one -> Long.parseLong(one.amount().toString())).sum().longValue();

            assertTrue(after.window().forAll(window -> open <= Long.parseLong(window.remaining().toString())));
            assertTrue(period != PolicyPeriod.ONE_TIME || after.reservations().length() <= 1);
        }
        UnixTime later = START.plusSeconds(chain + 2 * DAY);
        EngineLimit left = state.get();
        assertTrue(left.openAt(later).forAll(one -> one.progress() == Reservation.Progress.SIGNED));
        for (Reservation one : left.openAt(later)) {
            state = RULES.fold(state, RULES.decide(state, new EngineLimitCommand.Settle(one.message(), Outcome.RELEASED), later).get());
        }
        assertEquals(state.get().windowAt(later).remaining(), state.get().availableAt(later));
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

    /** Steps of seconds up to weeks. */
    @Provide
    Arbitrary<List<Step>> years() {
        Arbitrary<Long> seconds = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.longs().between(0, 200)),
                Tuple.of(2, Arbitraries.longs().between(0, 2 * DAY)),
                Tuple.of(1, Arbitraries.longs().between(0, 40 * DAY)),
                Tuple.of(1, Arbitraries.of(DAY, DAY + 1, 7 * DAY, 30 * DAY, 365 * DAY, 365 * DAY + 1)));
        Arbitrary<Long> offsets = Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.just(0L)),
                Tuple.of(1, Arbitraries.longs().between(-DAY, DAY)));
        return Combinators.combine(
                        seconds, offsets, Arbitraries.of(Try.class), Arbitraries.integers().between(0, 2), Arbitraries.longs().between(1, 60))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(120);
    }

    /** Steps of multiples of 200 seconds, of which every period is one, so that none meets the first second of a window. */
    @Provide
    Arbitrary<List<Step>> offTheBoundaries() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 40_000), Arbitraries.of(Try.LAND, Try.FAIL), Arbitraries.longs().between(1, 60))
                .as((steps, what, amount) -> new Step(200 * steps, 0, what, 0, amount))
                .list()
                .ofMinSize(1)
                .ofMaxSize(100);
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
