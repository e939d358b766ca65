package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Why a spending limit was not used, or not created. */
public sealed interface SpendingRefusal {

    /** The spender is not a signer of the limit. */
    record NotEntitled(Address by, Array<Address> signers) implements SpendingRefusal {}

    /** The receiver is not among the limit's destinations. */
    record DestinationNotAllowed(Address destination, Array<Address> destinations) implements SpendingRefusal {}

    /**
     * The amount exceeds the remaining one.
     *
     * @param wholeAgain the first time from now on at which the full amount can be spent; now, if nothing of it is spent yet; none
     * if never
     */
    record Exceeded(BaseUnits asked, BaseUnits remaining, Option<UnixTime> wholeAgain) implements SpendingRefusal {}

    /**
     * The terms do not make a limit.
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
