package dev.mandate.engine.submission;

import dev.mandate.domain.submission.SignedTransaction;

/** Signs what was built here. */
@FunctionalInterface
public interface OperatorSigner {

    /**
     * All signatures of a submission that is built. The same submission gets the same bytes every time.
     *
     * @throws IllegalStateException if it is not for this signatory
     */
    SignedTransaction sign(SubmissionRecord built);
}
