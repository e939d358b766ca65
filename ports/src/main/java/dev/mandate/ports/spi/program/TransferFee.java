package dev.mandate.ports.spi.program;

import dev.mandate.domain.money.BaseUnits;

/**
 * The part of each transfer that a token's mint withholds from the receiver. A change of it takes effect two epochs later: these are the
 * greater values until then.
 *
 * @param basisPoints hundredths of a per cent of the amount
 * @param maximum in base units; no transfer costs more
 */
public record TransferFee(int basisPoints, BaseUnits maximum) {}
