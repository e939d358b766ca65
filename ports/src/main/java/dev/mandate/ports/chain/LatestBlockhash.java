package dev.mandate.ports.chain;

import dev.mandate.domain.chain.Blockhash;

/**
 * A recent blockhash.
 *
 * @param lastValidBlockHeight the last block height at which a transaction with it can land
 * @param slot of a block that the chain has; every transaction with this blockhash lands after it. It is at most some hundred slots old, so
 *     that a lookup table can be created with it
 */
public record LatestBlockhash(Blockhash blockhash, long lastValidBlockHeight, long slot) {}
