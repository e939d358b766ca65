package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;

/** The events of a submission. */
public sealed interface SubmissionEvent {

    /** The bytes to sign and the subject are fixed. */
    record Built(SubmissionSubject subject, Bytes unsigned, Lifetime lifetime) implements SubmissionEvent {}

    record Signed(SignedTransaction transaction) implements SubmissionEvent {}

    /** From now on it may be under way. Recorded before any byte is sent. */
    record Sending() implements SubmissionEvent {}

    /** A node passed it on. */
    record Accepted() implements SubmissionEvent {}

    /** A node refused to pass it on. */
    record RejectedByNode(NodeRejection rejection) implements SubmissionEvent {}

    /** A node did not answer. */
    record AnswerLost() implements SubmissionEvent {}

    /** The chain did not know it, and at this block height it could still land. */
    record StillOpen(long blockHeight) implements SubmissionEvent {}

    /** It landed under {@code id} and succeeded. */
    record Confirmed(Signature id, long slot) implements SubmissionEvent {}

    /** It landed under {@code id} and failed. */
    record Failed(Signature id, TransactionFailure failure) implements SubmissionEvent {}

    /** It did not land and no longer can. */
    record Expired() implements SubmissionEvent {}

    /** It can no longer land, and no node can reliably say whether it did. */
    record Indeterminate() implements SubmissionEvent {}
}
