package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Blockhash;
import io.vavr.control.Option;

/**
 * The facts of the chain on which a lifetime depends.
 *
 * @param blockHeight the chain's block height
 * @param nonceValue the value in the nonce account; none without a nonce, or if the account does not exist
 */
public record LifetimeReading(long blockHeight, Option<Blockhash> nonceValue) {}
