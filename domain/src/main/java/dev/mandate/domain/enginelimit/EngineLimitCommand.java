package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** What can be asked of an engine limit. */
public sealed interface EngineLimitCommand {

    /**
     * Reserves an amount for one message.
     *
     * @param opened the start of the chain's window; the first use counts the limit's periods from it
     */
    record Reserve(Bytes32 message, Address by, Address destination, BaseUnits amount, UnixTime opened)
            implements EngineLimitCommand {}

    /** Records that the policy key signs the message. */
    record Sign(Bytes32 message) implements EngineLimitCommand {}

    /** Ends a reservation whose message was signed. */
    record Settle(Bytes32 message, Outcome outcome) implements EngineLimitCommand {}

    /** The end of a message that was signed. */
    sealed interface Outcome {

        /**
         * It landed, or nobody can tell any more.
         *
         * @param landed when, by the chain's clock. None if that is not known: then it counts in each window in which it could have landed
         */
        record Spent(Option<Agreed<UnixTime>> landed) implements Outcome {}

        /** The chain proves that it spent nothing: it failed, or can no longer land. */
        record Released() implements Outcome {}
    }

    /**
     * Counts the uses again, after a loss of commits.
     *
     * @param landed all that the chain shows
     */
    record Recount(Array<LandedUse> landed) implements EngineLimitCommand {}

    /** Ends the limit. */
    record End(Ending ending) implements EngineLimitCommand {}
}
