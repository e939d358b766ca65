package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.domain.submission.PendingTransaction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.ports.api.custody.Submission;
import io.vavr.control.Option;

/** Converts submissions for their owners. */
final class SubmissionViews {

    private SubmissionViews() {}

    static Submission view(SubmissionRecord record) {
        return switch (record.state()) {
            case SubmissionState.Absent absent -> throw new IllegalStateException("no submission " + record.id());
            case SubmissionState.Built(Bytes unsigned, var lifetime) ->
                view(record, new SignedTransaction(unsigned, Signature.EMPTY), Signature.EMPTY, new Submission.State.Built(), Option.none());
            case SubmissionState.Signed(PendingTransaction pending) -> view(record, pending, new Submission.State.Signed());
            case SubmissionState.Sent(PendingTransaction pending) -> view(record, pending, new Submission.State.Sent());
            case SubmissionState.Unknown(PendingTransaction pending) -> view(record, pending, new Submission.State.Unknown());
            case SubmissionState.Confirmed(var transaction, Signature id, long slot) ->
                view(record, transaction, id, new Submission.State.Confirmed(slot), Option.none());
            case SubmissionState.Failed(var transaction, Signature id, var failure) ->
                view(record, transaction, id, new Submission.State.Failed(failure), Option.none());
            case SubmissionState.Expired(SignedTransaction transaction, Option<NodeRejection> rejection) ->
                view(record, transaction, transaction.signature(), new Submission.State.Expired(), rejection);
            case SubmissionState.Indeterminate(SignedTransaction transaction) ->
                view(record, transaction, transaction.signature(), new Submission.State.Unknown(), Option.none());
        };
    }

    private static Submission view(SubmissionRecord record, PendingTransaction pending, Submission.State state) {
        return view(record, pending.transaction(), pending.transaction().signature(), state, pending.rejection());
    }

    private static Submission view(
            SubmissionRecord record, SignedTransaction transaction, Signature id, Submission.State state, Option<NodeRejection> rejection) {
        return new Submission(
                record.id(), record.subject().account(), id, transaction.bytes(), state, rejection.map(SubmissionViews::view), record.at());
    }

    private static Submission.NodeRejection view(NodeRejection rejection) {
        return new Submission.NodeRejection(rejection.failure(), rejection.logs());
    }
}
