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
 * A limit that the engine keeps.
 *
 * @param window the window of the last use; none before the first
 * @param reservations the uses that may still land. One counts in each window that begins before its end is known, since it may land there
 */
public record EngineLimit(
        EngineLimitSubject subject,
        PolicyTerms terms,
        Option<Window> window,
        Array<Reservation> reservations,
        Option<Ending> ended) {

    static EngineLimit granted(EngineLimitSubject subject, PolicyTerms terms) {
        return new EngineLimit(subject, terms, Option.none(), Array.empty(), Option.none());
    }

    /** Whether the chain's account is the one that this record implies: only the policy key can use it, on these terms. */
    public boolean implies(LimitTerms chains) {
        return terms.imply(chains, subject.policyKey());
    }

    /** Why it is over at {@code now}; none if it is not. */
    public Option<Ending> over(UnixTime now) {
        return ended.orElse(() -> Option.when(terms.expiration().exists(end -> !now.isBefore(end)), Ending.EXPIRED));
    }

    /** The window in force at {@code now}, as if the first use were then if there was none. */
    public Window windowAt(UnixTime now) {
        return windowAt(now, now);
    }

    /** @param opened the start of the first window, if there was no use */
    Window windowAt(UnixTime now, UnixTime opened) {
        Window last = window.getOrElse(() -> new Window(opened, terms.amount()));
        return terms.period().lengthSeconds().map(length -> last.at(now, length, terms.amount())).getOrElse(last);
    }

    /** The reservations that count at {@code now}. */
    public Array<Reservation> openAt(UnixTime now) {
        return reservations.reject(one -> one.isLapsedAt(now));
    }

    /** What is neither spent nor reserved at {@code now}. */
    public BaseUnits availableAt(UnixTime now) {
        return available(windowAt(now), now);
    }

    BaseUnits available(Window present, UnixTime now) {
        return openAt(now).foldLeft(present.remaining(), (left, one) -> left.minus(one.amount()).getOrElse(BaseUnits.ZERO));
    }

    /** The first second at which the full amount of a window is restored; none if never. */
    public Option<UnixTime> wholeAgain(Window present) {
        return terms.period().lengthSeconds().map(length -> present.start().plusSeconds(length + 1));
    }

    Option<Reservation> reservation(Bytes32 message) {
        return reservations.find(one -> one.message().equals(message));
    }

    EngineLimit reserving(Reservation next, Window present) {
        return new EngineLimit(subject, terms, Option.some(present), reservations.append(next), ended);
    }

    EngineLimit signing(Bytes32 message) {
        return with(window, reservations.map(one -> one.message().equals(message) ? one.signed() : one));
    }

    EngineLimit without(Bytes32 message) {
        return with(window, reservations.reject(one -> one.message().equals(message)));
    }

    EngineLimit spending(Bytes32 message, Window after) {
        return without(message).with(Option.some(after), without(message).reservations);
    }

    EngineLimit ended(Ending how) {
        return new EngineLimit(subject, terms, window, reservations, Option.some(how));
    }

    private EngineLimit with(Option<Window> present, Array<Reservation> open) {
        return new EngineLimit(subject, terms, present, open, ended);
    }
}
