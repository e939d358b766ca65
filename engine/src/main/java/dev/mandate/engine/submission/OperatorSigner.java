package dev.mandate.engine.submission;

import dev.mandate.domain.submission.SignedTransaction;

/** Signs transactions that were built here, with the operator's keys. */
@FunctionalInterface
public interface OperatorSigner {

    /**
     * Signs a submission completely. The same submission gets the same bytes every time.
     *
     * @throws IllegalStateException if this signer must not sign it
     */
    SignedTransaction sign(SubmissionRecord built);
}
