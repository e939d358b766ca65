package dev.mandate.domain.spending;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;

/**
 * The time span in which one amount may be spent.
 *
 * @param start when the full amount was last restored
 * @param remaining the unspent part
 */
public record Window(UnixTime start, BaseUnits remaining) {}
