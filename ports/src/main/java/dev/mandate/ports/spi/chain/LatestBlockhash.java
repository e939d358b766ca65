package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Blockhash;

/**
 * A recent blockhash.
 *
 * @param blockHeight of the chain when it was asked, or a little less; a blockhash lives for no more blocks than from here to
 *     {@code lastValidBlockHeight}
 * @param lastValidBlockHeight the last block height at which a transaction with it can land
 * @param slot of a block that the chain has; every transaction with this blockhash lands after it. It is at most some hundred slots old, so
 *     that a lookup table can be created with it
 */
public record LatestBlockhash(Blockhash blockhash, long blockHeight, long lastValidBlockHeight, long slot) {}
