package dev.mandate.engine.submission;

import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.control.Either;

/** Signs transactions that were built here, with the operator's keys. */
@FunctionalInterface
public interface OperatorSigner {

    /**
     * Signs a submission completely. The same submission gets the same bytes every time. Left: the vault did not sign.
     *
     * @throws IllegalStateException if this signer must not sign it
     */
    Either<VaultFault, SignedTransaction> sign(SubmissionRecord built);
}
