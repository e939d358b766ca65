package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.enginelimit.EngineLimitCommand.Outcome;
import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
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
 * </ul>
 *
 * <p>{@code now} is the later of the chain's clock and the server's clock.
 */
public final class EngineLimitRules
        implements Decider<Option<EngineLimit>, EngineLimitCommand, EngineLimitEvent, EngineLimitRefusal> {

    /** A reservation waits so long for the policy key's signature. A blockhash lives for less. */
    public static final long LAPSE_SECONDS = 180;

    /** So many uses may be open at once. */
    public static final int MOST_OPEN = 64;

    @Override
    public Option<EngineLimit> initial() {
        return Option.none();
    }

    @Override
    public Either<EngineLimitRefusal, Seq<EngineLimitEvent>> decide(
            Option<EngineLimit> state, EngineLimitCommand command, UnixTime now) {
        EngineLimit limit = granted(state);
        return switch (command) {
            case EngineLimitCommand.Reserve reserve -> reserve(limit, reserve, now);
            case EngineLimitCommand.Sign(var message) -> living(limit, now)
                    .flatMap(living -> living.reservation(message)
                            .filter(one -> one.progress() == Reservation.Progress.RESERVED && !one.isLapsedAt(now))
                            .<EngineLimitRefusal>toEither(EngineLimitRefusal.NotReserved::new))
                    .map(one -> Array.of(new EngineLimitEvent.Signed(message)));
            case EngineLimitCommand.Settle(var message, Outcome outcome) -> limit.reservation(message)
                    .filter(one -> one.progress() == Reservation.Progress.SIGNED)
                    .<EngineLimitRefusal>toEither(EngineLimitRefusal.NotReserved::new)
                    .map(one -> settle(limit, one, outcome, now));
            case EngineLimitCommand.End(Ending ending) -> limit.ended().isDefined()
                    ? Either.left(new EngineLimitRefusal.Over(limit.ended().get()))
                    : ending == Ending.EXPIRED && limit.over(now).isEmpty()
                            ? Either.left(new EngineLimitRefusal.NotExpired())
                            : Either.right(Array.of(new EngineLimitEvent.Ended(ending)));
        };
    }

    private static Either<EngineLimitRefusal, EngineLimit> living(EngineLimit limit, UnixTime now) {
        return limit.over(now).<EngineLimitRefusal>map(EngineLimitRefusal.Over::new).toEither(limit).swap();
    }

    private static Either<EngineLimitRefusal, Seq<EngineLimitEvent>> reserve(
            EngineLimit limit, EngineLimitCommand.Reserve asked, UnixTime now) {
        PolicyTerms terms = limit.terms();
        Window present = limit.windowAt(now, asked.opened());
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
                        living -> asked.amount().compareTo(living.available(present, now)) <= 0,
                        living -> notSpent(new SpendingRefusal.Exceeded(
                                asked.amount(), living.available(present, now), living.wholeAgain(present))))
                .map(living -> living.reservations()
                        .filter(one -> one.isLapsedAt(now))
                        .<EngineLimitEvent>map(one -> new EngineLimitEvent.Lapsed(one.message()))
                        .append(new EngineLimitEvent.Reserved(
                                new Reservation(
                                        asked.message(),
                                        asked.by(),
                                        asked.destination(),
                                        asked.amount(),
                                        now.plusSeconds(LAPSE_SECONDS),
                                        Reservation.Progress.RESERVED),
                                present)));
    }

    private static EngineLimitRefusal notSpent(SpendingRefusal why) {
        return new EngineLimitRefusal.NotSpent(why);
    }

    private static Seq<EngineLimitEvent> settle(EngineLimit limit, Reservation one, Outcome outcome, UnixTime now) {
        return switch (outcome) {
            case RELEASED -> Array.of(new EngineLimitEvent.Released(one.message()));
            case SPENT -> {
                Window present = limit.windowAt(now);
                Window after = new Window(present.start(), present.remaining().minus(one.amount()).get());
                yield Array.<EngineLimitEvent>of(new EngineLimitEvent.Spent(one.message(), after))
                        .appendAll(Option.when(
                                limit.terms().period() == PolicyPeriod.ONE_TIME && limit.ended().isEmpty(),
                                () -> new EngineLimitEvent.Ended(Ending.USED)));
            }
        };
    }

    @Override
    public Option<EngineLimit> evolve(Option<EngineLimit> state, EngineLimitEvent event) {
        return Option.some(switch (event) {
            case EngineLimitEvent.Granted(var subject, var terms) -> {
                if (state.isDefined()) {
                    throw new IllegalStateException("a limit is granted once");
                }
                yield EngineLimit.granted(subject, terms);
            }
            case EngineLimitEvent.Reserved(var reservation, var window) -> granted(state).reserving(reservation, window);
            case EngineLimitEvent.Lapsed(var message) -> reserved(state, message, Reservation.Progress.RESERVED).without(message);
            case EngineLimitEvent.Signed(var message) -> reserved(state, message, Reservation.Progress.RESERVED).signing(message);
            case EngineLimitEvent.Spent(var message, var after) ->
                reserved(state, message, Reservation.Progress.SIGNED).spending(message, after);
            case EngineLimitEvent.Released(var message) -> reserved(state, message, Reservation.Progress.SIGNED).without(message);
            case EngineLimitEvent.Ended(Ending ending) -> granted(state).ended(ending);
        });
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
