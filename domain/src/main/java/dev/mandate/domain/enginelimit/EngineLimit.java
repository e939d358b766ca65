package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.Window;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A limit that the engine keeps. Its windows follow each other: each holds the seconds after its start, its last second is the start of the next, and the
 * first one holds its start too.
 *
 * @param windows the newest in which something was reserved or spent, in order. None before the first use
 * @param reservations the uses that may still land. One counts in each window, since it may land there
 * @param ended why it is over; none if it is not
 */
public record EngineLimit(
        EngineLimitSubject subject,
        PolicyTerms terms,
        Array<Window> windows,
        Array<Reservation> reservations,
        Option<Ending> ended,
        LimitPresence presence) {

    /** Clocks that agree are in one of two windows. The others are there for uses that landed before. */
    private static final int KEPT_WINDOWS = 4;

    static EngineLimit granted(EngineLimitSubject subject, PolicyTerms terms, LimitPresence presence) {
        return new EngineLimit(subject, terms, Array.empty(), Array.empty(), Option.none(), presence);
    }

    /** Whether the chain's account is the one that this record implies: only the policy key can use it, on these terms. */
    public boolean implies(LimitTerms chains) {
        return terms.imply(chains, subject.policyKey());
    }

    /** Why it is over; none if it is not. */
    public Option<Ending> over(ClockReading clock) {
        return ended.orElse(() -> Option.when(terms.expiration().exists(end -> !clock.expiry().isBefore(end)), Ending.EXPIRED));
    }

    /** The window in force, as if the first use were now if there was none. */
    public Window windowAt(ClockReading clock) {
        return windowAt(clock.window(), clock.window());
    }

    /** @param opened the start of the first window, if there was no use */
    Window windowAt(UnixTime time, UnixTime opened) {
        UnixTime first = windows.headOption().map(Window::start).getOrElse(opened);
        return window(terms.period().lengthSeconds().map(length -> start(time, first, length)).getOrElse(first));
    }

    private Window window(UnixTime start) {
        return windows.find(known -> known.start().equals(start)).getOrElse(() -> new Window(start, terms.amount()));
    }

    private static UnixTime start(UnixTime time, UnixTime first, long length) {
        return time.compareTo(first) <= 0 ? first : first.plusSeconds((time.secondsSince(first) - 1) / length * length);
    }

    /** The reservations that count. */
    public Array<Reservation> openAt(ClockReading clock) {
        return reservations.reject(one -> one.isLapsedAt(clock.expiry()));
    }

    /** What may be spent: what is neither spent nor reserved. */
    public BaseUnits availableAt(ClockReading clock) {
        return available(tightest(clock, clock.window()), clock);
    }

    BaseUnits available(Window of, ClockReading clock) {
        return openAt(clock).foldLeft(of.remaining(), (left, one) -> less(left, one.amount()));
    }

    /** The window with the least amount left in which a use of now could land: the one in force, or a later one. */
    Window tightest(ClockReading clock, UnixTime opened) {
        Window present = windowAt(clock.window(), opened);
        return windows.filter(one -> present.start().isBefore(one.start()))
                .prepend(present)
                .minBy(Window::remaining)
                .get();
    }

    /** The windows, with the one in force. */
    Array<Window> windowsAt(ClockReading clock, UnixTime opened) {
        return with(Array.of(windowAt(clock.window(), opened)));
    }

    /** The windows without an amount that was spent within {@code span}: it counts in each window that shares a second with it. */
    Array<Window> spending(BaseUnits amount, TimeSpan span) {
        UnixTime last = windowAt(span.to(), span.to()).start();
        UnixTime first = windowAt(span.from(), span.from()).start();
        Array<Window> touched = terms.period()
                .lengthSeconds()
                .map(length -> Array.range(0, KEPT_WINDOWS)
                        .map(back -> last.plusSeconds(-back * length))
                        .reject(start -> start.isBefore(first)))
                .getOrElse(() -> Array.of(last))
                .map(this::window);
        return with(touched.map(one -> new Window(one.start(), less(one.remaining(), amount))));
    }

    /**
     * The windows after all uses on the chain were counted again. In each the smaller amount is left: that of this record, or that of {@code
     * landed}. A use counts in each window in which it can have landed by either clock. A use that is signed by this record counts when it is settled.
     */
    Array<Window> recounting(Array<LandedUse> landed, ClockReading now) {
        Array<LandedUse> unsettled = uncounted(landed);
        UnixTime first = windows.headOption()
                .map(Window::start)
                .getOrElse(() -> unsettled.flatMap(LandedUse::at).append(now.window()).min().get());
        EngineLimit fresh = with(Array.of(new Window(first, terms.amount())), reservations);
        EngineLimit spent = unsettled.foldLeft(
                fresh, (limit, use) -> limit.with(limit.spending(use.amount(), landing(use, first, now)), reservations));
        return spent.windows.appendAll(windows)
                .map(Window::start)
                .distinct()
                .sorted()
                .takeRight(KEPT_WINDOWS)
                .map(start -> Array.of(window(start), spent.window(start)).minBy(Window::remaining).get());
    }

    /** Those of {@code landed} that no reservation of this record stands for. */
    Array<LandedUse> uncounted(Array<LandedUse> landed) {
        return landed.reject(use -> reservation(use.message()).exists(one -> one.progress() == Reservation.Progress.SIGNED));
    }

    private static TimeSpan landing(LandedUse use, UnixTime first, ClockReading now) {
        return use.at()
                .map(at -> new TimeSpan(at.plusSeconds(-LimitClock.MOST_APART_SECONDS), at.plusSeconds(LimitClock.MOST_APART_SECONDS)))
                .getOrElse(() -> new TimeSpan(first, Array.of(first, now.expiry()).max().get()));
    }

    private Array<Window> with(Array<Window> changed) {
        return windows.reject(old -> changed.exists(one -> one.start().equals(old.start())))
                .appendAll(changed)
                .sortBy(Window::start)
                .takeRight(KEPT_WINDOWS);
    }

    private static BaseUnits less(BaseUnits left, BaseUnits amount) {
        return left.minus(amount).getOrElse(BaseUnits.ZERO);
    }

    /** The first second at which the full amount of a window is restored; none if never. */
    public Option<UnixTime> wholeAgain(Window present) {
        return terms.period().lengthSeconds().map(length -> present.start().plusSeconds(length + 1));
    }

    public Option<Reservation> reservation(Bytes32 message) {
        return reservations.find(one -> one.message().equals(message));
    }

    EngineLimit reserving(Reservation next, Array<Window> after) {
        return with(after, reservations.append(next));
    }

    EngineLimit signing(Bytes32 message) {
        return with(windows, reservations.map(one -> one.message().equals(message) ? one.signed() : one));
    }

    EngineLimit without(Bytes32 message) {
        return without(message, windows);
    }

    EngineLimit without(Bytes32 message, Array<Window> after) {
        return with(after, reservations.reject(one -> one.message().equals(message)));
    }

    EngineLimit recounted(Array<Window> after) {
        return with(after, reservations);
    }

    EngineLimit ended(Ending how) {
        return new EngineLimit(subject, terms, windows, reservations, Option.some(how), presence);
    }

    EngineLimit landed() {
        return new EngineLimit(subject, terms, windows, reservations, ended, LimitPresence.LANDED);
    }

    private EngineLimit with(Array<Window> after, Array<Reservation> open) {
        return new EngineLimit(subject, terms, after, open, ended, presence);
    }
}
