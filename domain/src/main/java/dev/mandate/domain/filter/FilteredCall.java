package dev.mandate.domain.filter;

/** A call, and where it stands in a transaction of the account. */
public record FilteredCall(DecodedCall call, Place place) {

    /** Where a call stands. */
    public enum Place {
        /** A vault signs it. */
        INNER,
        /** An operation on the account, or beside one. A vault signs none of these. */
        OUTER
    }

    /** Whether it needs a rule's leave: all that a vault signs, and operations that give somebody money or a right over money. */
    boolean isRestricted() {
        return place == Place.INNER
                || (call instanceof DecodedCall.Read read && read.administered().isDefined() && read.receivers().nonEmpty());
    }
}
