package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;

/** The state of a submission. */
public sealed interface SubmissionState {

    /** There is no submission yet. */
    record Absent() implements SubmissionState {}

    /**
     * The bytes to sign are fixed.
     *
     * @param unsigned the transaction with empty signature slots
     */
    record Built(Bytes unsigned, Lifetime lifetime) implements SubmissionState {}

    /** Signed by all, but not sent yet. */
    record Signed(PendingTransaction pending) implements SubmissionState {}

    /** It may have been sent. From now on only the chain knows its result. */
    sealed interface InFlight extends SubmissionState {
        PendingTransaction pending();
    }

    /** Handed to a node, or about to be. */
    record Sent(PendingTransaction pending) implements InFlight {}

    /** Handed to a node that did not answer. */
    record Unknown(PendingTransaction pending) implements InFlight {}

    /** A final state: nothing changes any more. */
    sealed interface Final extends SubmissionState {
        SignedTransaction transaction();
    }

    /** It landed under {@code id} and succeeded. */
    record Confirmed(SignedTransaction transaction, Signature id, long slot) implements Final {}

    /** It landed under {@code id} and failed. */
    record Failed(SignedTransaction transaction, Signature id, TransactionFailure failure) implements Final {}

    /**
     * It did not land and no longer can.
     *
     * @param rejection a node's last rejection
     */
    record Expired(SignedTransaction transaction, Option<NodeRejection> rejection) implements Final {}

    /** It can no longer land. Whether it landed is unknown: nodes may have forgotten it, or the history was too long to search. */
    record Indeterminate(SignedTransaction transaction) implements Final {}
}
