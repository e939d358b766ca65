package dev.mandate.ports.api.custody;

import io.vavr.collection.Seq;

/**
 * The spending limits of an account, as far as they can be found.
 *
 * @param limits in the order of their addresses
 */
public record KnownLimits(Seq<LimitView> limits, Extent extent) {

    /** Which limits there are. */
    public enum Extent {
        /** All, those made by other clients included. */
        ALL,
        /** Those that were built or named here, or found before. No node searches accounts now, so that limits made elsewhere may be missing. */
        KNOWN_HERE
    }
}
