package dev.mandate.engine.desk;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.submission.Flight;
import dev.mandate.domain.submission.Objection;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.ports.desk.Submission;
import io.vavr.control.Option;

/** Submissions as their tenants see them. */
final class SubmissionViews {

    private SubmissionViews() {}

    static Submission view(SubmissionRecord record) {
        return switch (record.state()) {
            case SubmissionState.Absent absent -> throw new IllegalStateException("no submission " + record.id());
            case SubmissionState.Built built -> view(record, Signature.EMPTY, new Submission.State.Built());
            case SubmissionState.Signed(Flight flight) -> view(record, flight, new Submission.State.Signed());
            case SubmissionState.Sent(Flight flight) -> view(record, flight, new Submission.State.Sent());
            case SubmissionState.Unknown(Flight flight) -> view(record, flight, new Submission.State.Unknown());
            case SubmissionState.Confirmed(SignedTransaction transaction, long slot) ->
                view(record, transaction.signature(), new Submission.State.Confirmed(slot));
            case SubmissionState.Failed(SignedTransaction transaction, var failure, var logs) ->
                view(record, transaction.signature(), new Submission.State.Failed(failure, logs));
            case SubmissionState.Expired(SignedTransaction transaction) ->
                view(record, transaction.signature(), new Submission.State.Expired());
            case SubmissionState.Forgotten(SignedTransaction transaction) ->
                view(record, transaction.signature(), new Submission.State.Unknown());
        };
    }

    private static Submission view(SubmissionRecord record, Flight flight, Submission.State state) {
        return new Submission(
                record.id(),
                record.subject().account(),
                flight.transaction().signature(),
                state,
                flight.objection().map(SubmissionViews::view),
                record.at());
    }

    private static Submission view(SubmissionRecord record, Signature signature, Submission.State state) {
        return new Submission(record.id(), record.subject().account(), signature, state, Option.none(), record.at());
    }

    private static Submission.Objection view(Objection objection) {
        return new Submission.Objection(objection.failure(), objection.logs());
    }
}
