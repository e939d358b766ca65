package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.enginelimit.EngineLimitCommand.Outcome;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.spending.Window;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The rules of a limit that the engine keeps.
 * <ul>
 * <li>What is spent and what is reserved together never exceed the amount of a window.
 * <li>An amount is reserved before the policy key signs. The key signs one message for it.
 * <li>What was signed is released only if the chain proves that it spent nothing. What was not signed lapses.
 * <li>A limit for one use has one open reservation at most, and is over once a use has landed.
 * <li>A limit that is over stays over.
 * <li>A use counts in the window in which it landed. While it may still land it counts in each window.
 * <li>After a loss of commits the uses on the chain are counted again before anything else. What is left never grows by that.
 * <li>Reservations and limits expire by the latest of the clocks, and windows open by the earliest: each errs on the side of not paying.
 * </ul>
 *
 * <p>A {@link dev.mandate.domain.kernel.Decider} whose time is a {@link LimitClock}: nothing is decided while the clocks disagree.
 */
public final class EngineLimitRules {

    /** A reservation waits so long for the policy key's signature. A blockhash lives for less. */
    public static final long LAPSE_SECONDS = 180;

    /** So many uses may be open at once. */
    public static final int MOST_OPEN = 64;

    /** The state before the first event. */
    public Option<EngineLimit> initial() {
        return Option.none();
    }

    /**
     * Decides on {@code command} while the clocks agree.
     *
     * @return the events in order, never empty; or the refusal, and then nothing happens
     */
    public Either<EngineLimitRefusal, Seq<EngineLimitEvent>> decide(
            Option<EngineLimit> state, EngineLimitCommand command, LimitClock clock) {
        EngineLimit limit = granted(state);
        ClockReading now = clock.reading();
        return switch (command) {
            case EngineLimitCommand.Reserve reserve -> reserve(limit, reserve, now);
            case EngineLimitCommand.Sign(var message) -> living(limit, now)
                    .flatMap(living -> living.reservation(message)
                            .filter(one -> one.progress() == Reservation.Progress.RESERVED && !one.isLapsedAt(now.expiry()))
                            .<EngineLimitRefusal>toEither(EngineLimitRefusal.NotReserved::new))
                    .map(one -> Array.of(new EngineLimitEvent.Signed(message)));
            case EngineLimitCommand.Settle(var message, Outcome outcome) -> limit.reservation(message)
                    .filter(one -> one.progress() == Reservation.Progress.SIGNED)
                    .<EngineLimitRefusal>toEither(EngineLimitRefusal.NotReserved::new)
                    .map(one -> settle(limit, one, outcome, now));
            case EngineLimitCommand.Recount(var landed) -> limit.ended().isDefined()
                    ? Either.left(new EngineLimitRefusal.Over(limit.ended().get()))
                    : Either.right(Array.<EngineLimitEvent>of(new EngineLimitEvent.Recounted(limit.recounting(landed, now)))
                            .appendAll(Option.when(
                                    limit.terms().period() == PolicyPeriod.ONE_TIME && !limit.uncounted(landed).isEmpty(),
                                    () -> new EngineLimitEvent.Ended(Ending.USED))));
            case EngineLimitCommand.End(Ending ending) -> limit.ended().isDefined()
                    ? Either.left(new EngineLimitRefusal.Over(limit.ended().get()))
                    : ending == Ending.EXPIRED && limit.over(now).isEmpty()
                            ? Either.left(new EngineLimitRefusal.NotExpired())
                            : Either.right(Array.of(new EngineLimitEvent.Ended(ending)));
        };
    }

    private static Either<EngineLimitRefusal, EngineLimit> living(EngineLimit limit, ClockReading now) {
        return limit.over(now).<EngineLimitRefusal>map(EngineLimitRefusal.Over::new).toEither(limit).swap();
    }

    private static Either<EngineLimitRefusal, Seq<EngineLimitEvent>> reserve(
            EngineLimit limit, EngineLimitCommand.Reserve asked, ClockReading now) {
        PolicyTerms terms = limit.terms();
        Window tightest = limit.tightest(now, asked.opened());
        BaseUnits available = limit.available(tightest, now);
        int open = limit.openAt(now).length();
        int most = terms.period() == PolicyPeriod.ONE_TIME ? 1 : MOST_OPEN;
        boolean allowed = terms.destinations().isEmpty() || terms.destinations().contains(asked.destination());
        return living(limit, now)
                .filterOrElse(
                        living -> terms.signers().contains(asked.by()),
                        living -> notSpent(new SpendingRefusal.NotEntitled(asked.by(), terms.signers())))
                .filterOrElse(
                        living -> allowed,
                        living -> notSpent(new SpendingRefusal.DestinationNotAllowed(asked.destination(), terms.destinations())))
                .filterOrElse(living -> living.reservation(asked.message()).isEmpty(), living -> new EngineLimitRefusal.EqualUseOpen())
                .filterOrElse(living -> open < most, living -> new EngineLimitRefusal.UsesOpen(open, most))
                .filterOrElse(
                        living -> asked.amount().compareTo(available) <= 0,
                        living -> notSpent(new SpendingRefusal.Exceeded(asked.amount(), available, living.wholeAgain(tightest))))
                .map(living -> living.reservations()
                        .filter(one -> one.isLapsedAt(now.expiry()))
                        .<EngineLimitEvent>map(one -> new EngineLimitEvent.Lapsed(one.message()))
                        .append(new EngineLimitEvent.Reserved(
                                new Reservation(
                                        asked.message(),
                                        asked.by(),
                                        asked.destination(),
                                        asked.amount(),
                                        now,
                                        Reservation.Progress.RESERVED),
                                living.windowsAt(now, asked.opened()))));
    }

    private static EngineLimitRefusal notSpent(SpendingRefusal why) {
        return new EngineLimitRefusal.NotSpent(why);
    }

    private static Seq<EngineLimitEvent> settle(EngineLimit limit, Reservation one, Outcome outcome, ClockReading now) {
        return switch (outcome) {
            case Outcome.Released released -> Array.of(new EngineLimitEvent.Released(one.message()));
            case Outcome.Spent(var landed) -> Array.<EngineLimitEvent>of(
                            new EngineLimitEvent.Spent(one.message(), limit.spending(one.amount(), landing(one, landed, now))))
                    .appendAll(Option.when(
                            limit.terms().period() == PolicyPeriod.ONE_TIME && limit.ended().isEmpty(),
                            () -> new EngineLimitEvent.Ended(Ending.USED)));
        };
    }

    /** When a use can have landed, by either clock. A time at which it cannot have landed is none. */
    private static TimeSpan landing(Reservation one, Option<Agreed<UnixTime>> landed, ClockReading now) {
        UnixTime from = one.reserved().chain().earliest();
        TimeSpan possible = new TimeSpan(from, Array.of(from, now.chain().latest()).max().get());
        return one.byEitherClock(landed.map(Agreed::value).filter(possible::holds).map(TimeSpan::at).getOrElse(possible));
    }

    /**
     * The state after {@code event}.
     *
     * @throws IllegalStateException if the event cannot follow from this state: the history is broken
     */
    public Option<EngineLimit> evolve(Option<EngineLimit> state, EngineLimitEvent event) {
        return Option.some(switch (event) {
            case EngineLimitEvent.Granted(var subject, var terms, var presence) -> {
                if (state.isDefined()) {
                    throw new IllegalStateException("a limit is granted once");
                }
                yield EngineLimit.granted(subject, terms, presence);
            }
            case EngineLimitEvent.Landed landed -> granted(state).landed();
            case EngineLimitEvent.Reserved(var reservation, var windows) -> granted(state).reserving(reservation, windows);
            case EngineLimitEvent.Lapsed(var message) -> reserved(state, message, Reservation.Progress.RESERVED).without(message);
            case EngineLimitEvent.Signed(var message) -> reserved(state, message, Reservation.Progress.RESERVED).signing(message);
            case EngineLimitEvent.Spent(var message, var windows) ->
                reserved(state, message, Reservation.Progress.SIGNED).without(message, windows);
            case EngineLimitEvent.Released(var message) -> reserved(state, message, Reservation.Progress.SIGNED).without(message);
            case EngineLimitEvent.Recounted(var windows) -> granted(state).recounted(windows);
            case EngineLimitEvent.Ended(Ending ending) -> granted(state).ended(ending);
        });
    }

    /** The state after all of {@code events}, in order. */
    public Option<EngineLimit> fold(Option<EngineLimit> state, Iterable<EngineLimitEvent> events) {
        return Array.ofAll(events).foldLeft(state, this::evolve);
    }

    private static EngineLimit reserved(Option<EngineLimit> state, Bytes32 message, Reservation.Progress progress) {
        return Option.some(granted(state))
                .filter(limit -> limit.reservation(message).exists(one -> one.progress() == progress))
                .getOrElseThrow(() -> new IllegalStateException("no use is " + progress + ": " + message));
    }

    private static EngineLimit granted(Option<EngineLimit> state) {
        return state.getOrElseThrow(() -> new IllegalStateException("the limit was never granted"));
    }
}
