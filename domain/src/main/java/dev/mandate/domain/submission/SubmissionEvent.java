package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;

/** What happened to a submission. */
public sealed interface SubmissionEvent {

    /** What is to be signed is settled, and whose it is. */
    record Built(SubmissionSubject subject, Bytes unsigned, Lifetime lifetime) implements SubmissionEvent {}

    record Signed(SignedTransaction transaction) implements SubmissionEvent {}

    /** From here on it may be on its way. On record before a byte leaves. */
    record Sending() implements SubmissionEvent {}

    /** A node passed it on. */
    record Accepted() implements SubmissionEvent {}

    /** A node would not pass it on. */
    record RejectedByNode(NodeRejection rejection) implements SubmissionEvent {}

    /** A node did not answer. */
    record AnswerLost() implements SubmissionEvent {}

    /** The chain did not know it, and it could still land at that block height. */
    record StillOpen(long blockHeight) implements SubmissionEvent {}

    /** It landed under {@code id}, and did what it says. */
    record Confirmed(Signature id, long slot) implements SubmissionEvent {}

    /** It landed under {@code id}, and failed. */
    record Failed(Signature id, TransactionFailure failure) implements SubmissionEvent {}

    /** It did not land, and can't any more. */
    record Expired() implements SubmissionEvent {}

    /** It can't land any more, and whether it did no node can be trusted to know. */
    record Indeterminate() implements SubmissionEvent {}
}
