package dev.mandate.domain.filter;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** A call, and where it stands in a transaction of the account. */
public record FilteredCall(DecodedCall call, Place place) {

    /** Where a call stands. */
    public enum Place {
        /** A vault signs it. */
        INNER,
        /** An operation on the account, or beside one. A vault signs none of these. */
        OUTER
    }

    /** Returns everybody who gets the account's money or a right over it; none if that cannot be read. */
    Option<Array<Array<Address>>> receivers() {
        return Option.when(call instanceof DecodedCall.Read, () -> (DecodedCall.Read) call)
                .map(read -> place == Place.INNER ? read.receivers().appendAll(read.rent()) : read.receivers());
    }

    /** Whether it needs a rule's leave: all that a vault signs, and operations that give somebody money or a right over money. */
    boolean isRestricted() {
        return place == Place.INNER
                || (call instanceof DecodedCall.Read read && read.administered().isDefined() && read.receivers().nonEmpty());
    }
}
