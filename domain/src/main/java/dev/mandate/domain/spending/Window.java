package dev.mandate.domain.spending;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;

/**
 * The stretch of time in which one amount may be spent.
 *
 * @param start when the amount was last made whole
 * @param remaining what is left of it
 */
public record Window(UnixTime start, BaseUnits remaining) {}
