package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/**
 * A vote as an instruction spells it.
 *
 * @param proposal where it is counted
 */
public record CastBallot(Address proposal, Option<String> memo) {}
