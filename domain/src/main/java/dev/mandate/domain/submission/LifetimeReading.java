package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Blockhash;
import io.vavr.control.Option;

/**
 * What the chain said that a lifetime depends on.
 *
 * @param blockHeight how far the chain has come
 * @param nonceValue what the nonce account in question holds; none if there is no question of one, or if it is there no more
 */
public record LifetimeReading(long blockHeight, Option<Blockhash> nonceValue) {}
