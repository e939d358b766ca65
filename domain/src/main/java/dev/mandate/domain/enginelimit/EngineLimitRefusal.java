package dev.mandate.domain.enginelimit;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.SpendingRefusal;

/** Why an engine limit was not used. */
public sealed interface EngineLimitRefusal {

    /** It is over for good. */
    record Over(Ending ending) implements EngineLimitRefusal {}

    /**
     * The spender, the receiver or the amount is not allowed.
     *
     * @param why an exceeded amount is compared with what is neither spent nor reserved
     */
    record NotSpent(SpendingRefusal why) implements EngineLimitRefusal {}

    /**
     * Other uses may still land.
     *
     * @param open how many
     * @param most how many may be open at once
     */
    record UsesOpen(int open, int most) implements EngineLimitRefusal {}

    /** An amount is reserved for the same message already. The chain would execute it once. */
    record EqualUseOpen() implements EngineLimitRefusal {}

    /**
     * The journal has lost commits, and uses that were signed before may still land.
     *
     * @param until then they are counted on the chain
     */
    record LostUsesOpen(UnixTime until) implements EngineLimitRefusal {}

    /** Nothing is reserved for the message, or it was signed already, or the reservation has lapsed. */
    record NotReserved() implements EngineLimitRefusal {}

    /** It has not expired. */
    record NotExpired() implements EngineLimitRefusal {}
}
