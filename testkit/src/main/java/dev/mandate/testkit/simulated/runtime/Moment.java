package dev.mandate.testkit.simulated.runtime;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.kernel.UnixTime;

/**
 * What programs learn of the present.
 *
 * @param slot of the Clock sysvar
 * @param time of the Clock sysvar
 * @param latestBlockhash from which durable nonces get their next value
 */
public record Moment(long slot, UnixTime time, Blockhash latestBlockhash) {}
