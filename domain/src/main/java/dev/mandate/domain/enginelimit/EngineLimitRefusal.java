package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Why an engine limit was not used. */
public sealed interface EngineLimitRefusal {

    /** It is over for good. */
    record Over(Ending ending) implements EngineLimitRefusal {}

    /** The spender is not entitled. */
    record NotEntitled(Address by, Array<Address> signers) implements EngineLimitRefusal {}

    /** The receiver is not among the limit's destinations. */
    record DestinationNotAllowed(Address destination, Array<Address> destinations) implements EngineLimitRefusal {}

    /**
     * Other uses may still land.
     *
     * @param open how many
     * @param most how many may be open at once
     */
    record UsesOpen(int open, int most) implements EngineLimitRefusal {}

    /**
     * The amount exceeds what is neither spent nor reserved.
     *
     * @param wholeAgain the first second at which the full amount is restored; none if never
     */
    record Exceeded(BaseUnits asked, BaseUnits remaining, Option<UnixTime> wholeAgain) implements EngineLimitRefusal {}

    /** An amount is reserved for the same message already. The chain would execute it once. */
    record EqualUseOpen() implements EngineLimitRefusal {}

    /** Nothing is reserved for the message, or it was signed already, or the reservation has lapsed. */
    record NotReserved() implements EngineLimitRefusal {}

    /** It has not expired. */
    record NotExpired() implements EngineLimitRefusal {}
}
