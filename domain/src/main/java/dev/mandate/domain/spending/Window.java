package dev.mandate.domain.spending;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;

/**
 * The time span in which one amount may be spent.
 *
 * @param start when the full amount was last restored
 * @param remaining the unspent part
 */
public record Window(UnixTime start, BaseUnits remaining) {

    /**
     * The window in force at {@code now}. A new one starts strictly after {@code lengthSeconds}, whole lengths later, with the full amount.
     */
    public Window at(UnixTime now, long lengthSeconds, BaseUnits full) {
        long passed = now.secondsSince(start);
        return passed > lengthSeconds ? new Window(start.plusSeconds(passed / lengthSeconds * lengthSeconds), full) : this;
    }
}
