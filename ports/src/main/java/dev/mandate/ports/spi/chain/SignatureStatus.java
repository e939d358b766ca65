package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.control.Option;

/**
 * A transaction that the chain has seen.
 *
 * @param slot where it landed
 * @param finality how sure that is
 * @param failure why it failed, with no effect but its fee; none if it succeeded
 */
public record SignatureStatus(long slot, Finality finality, Option<TransactionFailure> failure) {

    /** How sure the network is of a block. */
    public enum Finality {
        PROCESSED,
        CONFIRMED,
        FINALIZED
    }
}
