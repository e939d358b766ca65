package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Why a spending limit was not used, or not made. */
public sealed interface SpendingRefusal {

    /** Who asks is not among the limit's signers. */
    record NotEntitled(Address by, Array<Address> signers) implements SpendingRefusal {}

    /** Who shall receive is not among the limit's destinations. */
    record DestinationNotAllowed(Address destination, Array<Address> destinations) implements SpendingRefusal {}

    /**
     * More than what is left.
     *
     * @param wholeAgain the first moment from now on at which the full amount can be spent: now, if nothing of it is spent
     *     yet and more was asked; none if never
     */
    record Exceeded(BaseUnits asked, BaseUnits remaining, Option<UnixTime> wholeAgain) implements SpendingRefusal {}

    /**
     * Terms that make no limit.
     *
     * @param problems at least one, in the program's order of checks
     */
    record BadTerms(Array<LimitProblem> problems) implements SpendingRefusal {
        public BadTerms {
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a refusal without a problem");
            }
        }
    }
}
