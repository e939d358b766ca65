package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.submission.SubmissionEvent;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.tenant.SubmissionId;
import io.vavr.control.Option;

/** How the events of a submission are spelled in its stream, and how they add up to its row. */
final class EventRecords {

    private static final int SCHEMA = 1;
    private static final SubmissionRules RULES = new SubmissionRules();

    private static final String OPENED = "submission-opened";
    private static final String SIGNED = "submission-signed";
    private static final String SENDING = "submission-sending";
    private static final String ACCEPTED = "submission-accepted";
    private static final String OBJECTED = "submission-objected";
    private static final String ANSWER_LOST = "submission-answer-lost";
    private static final String STILL_OPEN = "submission-still-open";
    private static final String CONFIRMED = "submission-confirmed";
    private static final String FAILED = "submission-failed";
    private static final String EXPIRED = "submission-expired";
    private static final String FORGOTTEN = "submission-forgotten";

    private EventRecords() {}

    /** The first event tells whose submission it is. */
    static Payload write(SubmissionSubject subject, SubmissionEvent event) {
        RecordWriter out = new RecordWriter();
        String type = switch (event) {
            case SubmissionEvent.Built(var unsigned, var lifetime) -> {
                StateRecords.writeSubject(out, subject);
                out.bytes(unsigned);
                StateRecords.writeLifetime(out, lifetime);
                yield OPENED;
            }
            case SubmissionEvent.Signed(var transaction) -> {
                StateRecords.writeTransaction(out, transaction);
                yield SIGNED;
            }
            case SubmissionEvent.Sending sending -> SENDING;
            case SubmissionEvent.Accepted accepted -> ACCEPTED;
            case SubmissionEvent.RejectedByNode(var rejection) -> {
                FailureRecords.writeRejection(out, rejection);
                yield OBJECTED;
            }
            case SubmissionEvent.AnswerLost lost -> ANSWER_LOST;
            case SubmissionEvent.StillOpen(long blockHeight) -> {
                out.number(blockHeight);
                yield STILL_OPEN;
            }
            case SubmissionEvent.Confirmed(Signature landed, long slot) -> {
                out.bytes(landed.bytes());
                out.number(slot);
                yield CONFIRMED;
            }
            case SubmissionEvent.Failed(Signature landed, var failure) -> {
                out.bytes(landed.bytes());
                FailureRecords.write(out, failure);
                yield FAILED;
            }
            case SubmissionEvent.Expired expired -> EXPIRED;
            case SubmissionEvent.Indeterminate forgotten -> FORGOTTEN;
        };
        return new Payload(type, SCHEMA, out.written());
    }

    /** The row after one more event. */
    static Option<Payload> fold(Option<Payload> row, RecordedEvent recorded) {
        SubmissionId id = new SubmissionId(recorded.stream().id());
        Option<SubmissionRecord> before = row.map(payload -> StateRecords.read(id, payload));
        Payload payload = recorded.payload();
        SubmissionSubject subject = before.map(SubmissionRecord::subject)
                .getOrElse(() -> StateRecords.readSubject(new RecordReader(payload.content())));
        SubmissionState state = RULES.evolve(before.map(SubmissionRecord::state).getOrElse(RULES::initial), read(payload));
        return Option.some(StateRecords.write(
                new SubmissionRecord(id, subject, state, recorded.version(), recorded.recordedAt())));
    }

    private static SubmissionEvent read(Payload payload) {
        return RecordReader.read(payload.content(), in -> switch (payload.type()) {
            case OPENED -> opened(in);
            case SIGNED -> new SubmissionEvent.Signed(StateRecords.readTransaction(in));
            case SENDING -> new SubmissionEvent.Sending();
            case ACCEPTED -> new SubmissionEvent.Accepted();
            case OBJECTED -> new SubmissionEvent.RejectedByNode(FailureRecords.readRejection(in));
            case ANSWER_LOST -> new SubmissionEvent.AnswerLost();
            case STILL_OPEN -> new SubmissionEvent.StillOpen(in.number());
            case CONFIRMED -> new SubmissionEvent.Confirmed(new Signature(in.bytes()), in.number());
            case FAILED -> new SubmissionEvent.Failed(new Signature(in.bytes()), FailureRecords.read(in));
            case EXPIRED -> new SubmissionEvent.Expired();
            case FORGOTTEN -> new SubmissionEvent.Indeterminate();
            default -> throw RecordReader.unknown("submission event");
        });
    }

    private static SubmissionEvent opened(RecordReader in) {
        var unused = StateRecords.readSubject(in);
        var unsigned = in.bytes();
        return new SubmissionEvent.Built(unsigned, StateRecords.readLifetime(in));
    }
}
