package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A spending limit in force. The time lock does not apply to it.
 *
 * @param window the window of the last use; {@link #windowAt} returns the current one
 */
public record SpendingLimit(LimitTerms terms, Window window) {

    /** A limit that starts at {@code now} with its full amount. */
    public static Either<SpendingRefusal, SpendingLimit> open(LimitTerms terms, UnixTime now) {
        var problems = terms.problems();
        return problems.isEmpty()
                ? Either.right(new SpendingLimit(terms.sorted(), new Window(now, terms.amount())))
                : Either.left(new SpendingRefusal.BadTerms(problems));
    }

    /**
     * The window in force at {@code now}. A new one starts strictly after the period, whole periods later, with the full amount:
     * nothing carries over.
     */
    public Window windowAt(UnixTime now) {
        return terms.period().lengthSeconds().map(length -> window.at(now, length, terms.amount())).getOrElse(window);
    }

    /** Every rule that {@code by} breaks by sending {@code amount} to {@code destination} at {@code now}, in the program's order. */
    public Array<SpendingRefusal> violations(Address by, Address destination, BaseUnits amount, UnixTime now) {
        Window present = windowAt(now);
        boolean allowed = terms.destinations().isEmpty() || terms.destinations().contains(destination);
        return Array.<SpendingRefusal>empty()
                .appendAll(Option.when(
                        !terms.signers().contains(by), () -> new SpendingRefusal.NotEntitled(by, terms.signers())))
                .appendAll(Option.when(
                        !allowed,
                        () -> new SpendingRefusal.DestinationNotAllowed(destination, terms.destinations())))
                .appendAll(Option.when(
                        after(amount, now).isEmpty(),
                        () -> new SpendingRefusal.Exceeded(amount, present.remaining(), wholeAgain(present, now))));
    }

    /** The window after that use of the limit, or the first violation. An amount of 0 is a use. */
    public Either<SpendingRefusal, Window> use(Address by, Address destination, BaseUnits amount, UnixTime now) {
        Array<SpendingRefusal> violations = violations(by, destination, amount, now);
        return violations.isEmpty() ? Either.right(after(amount, now).get()) : Either.left(violations.head());
    }

    private Option<Window> after(BaseUnits amount, UnixTime now) {
        Window present = windowAt(now);
        return present.remaining().minus(amount).map(left -> new Window(present.start(), left));
    }

    public SpendingLimit withWindow(Window next) {
        return new SpendingLimit(terms, next);
    }

    private Option<UnixTime> wholeAgain(Window present, UnixTime now) {
        if (present.remaining().equals(terms.amount())) {
            return Option.some(now);
        }
        return terms.period().lengthSeconds().map(length -> present.start().plusSeconds(length + 1));
    }
}
