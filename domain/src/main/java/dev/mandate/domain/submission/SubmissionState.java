package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;

/** Where a submission stands. */
public sealed interface SubmissionState {

    /** There is none yet. */
    record Absent() implements SubmissionState {}

    /**
     * What is to be signed is settled.
     *
     * @param unsigned the transaction with empty signature slots
     */
    record Built(Bytes unsigned, Lifetime lifetime) implements SubmissionState {}

    /** Signed by all, and kept back so far. */
    record Signed(PendingTransaction pending) implements SubmissionState {}

    /** It may have left: from now on it is the chain that knows. */
    sealed interface InFlight extends SubmissionState {
        PendingTransaction pending();
    }

    /** Handed to a node, or about to be. */
    record Sent(PendingTransaction pending) implements InFlight {}

    /** Handed to a node that did not answer. */
    record Unknown(PendingTransaction pending) implements InFlight {}

    /** The end: nothing changes any more. */
    sealed interface Final extends SubmissionState {
        SignedTransaction transaction();
    }

    /** It landed under {@code id}, and did what it says. */
    record Confirmed(SignedTransaction transaction, Signature id, long slot) implements Final {}

    /** It landed under {@code id}, and failed. */
    record Failed(SignedTransaction transaction, Signature id, TransactionFailure failure) implements Final {}

    /**
     * It did not land, and can't any more.
     *
     * @param rejection what a node last said against it
     */
    record Expired(SignedTransaction transaction, Option<NodeRejection> rejection) implements Final {}

    /** It can't land any more. Whether it did can't be told: nodes had the time to forget, or too much landed beside it. */
    record Indeterminate(SignedTransaction transaction) implements Final {}
}
