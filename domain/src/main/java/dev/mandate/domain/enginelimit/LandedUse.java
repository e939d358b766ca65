package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Option;

/**
 * A use of a limit that the chain shows.
 *
 * @param message SHA-256 of the message of its transaction
 * @param at by the chain's clock; none if the chain does not tell it
 */
public record LandedUse(Bytes32 message, BaseUnits amount, Option<UnixTime> at) {}
