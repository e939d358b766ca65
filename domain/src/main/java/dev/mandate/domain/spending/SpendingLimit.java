package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A spending limit in force. The time lock does not touch it.
 *
 * @param window the window as of the last use; {@link #windowAt} tells the present one
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
     * The window in force at {@code now}. It moves on strictly after its period has passed, by whole periods, and starts with
     * the full amount: nothing carries over.
     */
    public Window windowAt(UnixTime now) {
        return terms.period()
                .lengthSeconds()
                .filter(length -> now.secondsSince(window.start()) > length)
                .map(length -> {
                    long periods = now.secondsSince(window.start()) / length;
                    return new Window(window.start().plusSeconds(periods * length), terms.amount());
                })
                .getOrElse(window);
    }

    /**
     * What is left after {@code by} sends {@code amount} to {@code destination} at {@code now}. An amount of 0 is a use.
     */
    public Either<SpendingRefusal, Window> use(Address by, Address destination, BaseUnits amount, UnixTime now) {
        return entitled(by)
                .flatMap(signer -> allowed(destination))
                .flatMap(receiver -> left(amount, now));
    }

    /** All that speaks against that use, what {@link #use} refuses it with first; nothing if it is granted. */
    public Array<SpendingRefusal> objections(Address by, Address destination, BaseUnits amount, UnixTime now) {
        return Array.<Either<SpendingRefusal, ?>>of(entitled(by), allowed(destination), left(amount, now))
                .filter(Either::isLeft)
                .map(Either::getLeft);
    }

    private Either<SpendingRefusal, Address> entitled(Address by) {
        return terms.signers().contains(by)
                ? Either.right(by)
                : Either.left(new SpendingRefusal.NotEntitled(by, terms.signers()));
    }

    private Either<SpendingRefusal, Address> allowed(Address destination) {
        return terms.destinations().isEmpty() || terms.destinations().contains(destination)
                ? Either.right(destination)
                : Either.left(new SpendingRefusal.DestinationNotAllowed(destination, terms.destinations()));
    }

    private Either<SpendingRefusal, Window> left(BaseUnits amount, UnixTime now) {
        Window present = windowAt(now);
        return present.remaining()
                .minus(amount)
                .map(left -> new Window(present.start(), left))
                .toEither(() -> new SpendingRefusal.Exceeded(amount, present.remaining(), wholeAgain(present, now)));
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
