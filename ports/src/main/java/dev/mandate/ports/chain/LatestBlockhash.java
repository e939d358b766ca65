package dev.mandate.ports.chain;

import dev.mandate.domain.chain.Blockhash;

/**
 * A recent blockhash.
 *
 * @param lastValidBlockHeight the last block height at which a transaction with it can land
 * @param slot of a block that the chain has, and after which whatever lives by it lands: no further back than some hundred slots, so
 *     that a lookup table can be made over it
 */
public record LatestBlockhash(Blockhash blockhash, long lastValidBlockHeight, long slot) {}
