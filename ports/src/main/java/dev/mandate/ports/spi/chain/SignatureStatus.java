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

    /** A transaction that is so many slots old is final, or a fork took it back. Source: Solana's {@code MAX_LOCKOUT_HISTORY}, 31 confirmations. */
    public static final int SLOTS_TO_FINALITY = 32;

    /** How sure the network is of a block. */
    public enum Finality {
        PROCESSED,
        CONFIRMED,
        FINALIZED
    }
}
