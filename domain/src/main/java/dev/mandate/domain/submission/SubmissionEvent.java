package dev.mandate.domain.submission;

import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;

/** What happened to a submission. */
public sealed interface SubmissionEvent {

    record Built(Bytes unsigned, Lifetime lifetime) implements SubmissionEvent {}

    record Signed(SignedTransaction transaction, UnixTime at) implements SubmissionEvent {}

    /** From here on it may be on its way. On record before a byte leaves. */
    record Sending() implements SubmissionEvent {}

    /** A node passed it on. */
    record Accepted() implements SubmissionEvent {}

    /** A node would not pass it on. */
    record ObjectedTo(Objection objection) implements SubmissionEvent {}

    /** A node did not answer. */
    record AnswerLost() implements SubmissionEvent {}

    /** The chain had not seen it, and it could still land. */
    record Missed(UnixTime at) implements SubmissionEvent {}

    record Confirmed(long slot) implements SubmissionEvent {}

    record Failed(TransactionFailure failure, Seq<String> logs) implements SubmissionEvent {}

    record Expired() implements SubmissionEvent {}

    /** It can't land any more, and whether it did no node can be trusted to know. */
    record Forgotten() implements SubmissionEvent {}
}
