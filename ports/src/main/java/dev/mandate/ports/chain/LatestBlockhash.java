package dev.mandate.ports.chain;

import dev.mandate.domain.chain.Blockhash;

/**
 * A recent blockhash.
 *
 * @param lastValidBlockHeight the last block height at which a transaction with it can land
 */
public record LatestBlockhash(Blockhash blockhash, long lastValidBlockHeight) {}
