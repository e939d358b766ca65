package dev.mandate.engine.submission;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.domain.submission.SubmissionSubject;
import dev.mandate.engine.journal.Entity;
import dev.mandate.ports.api.custody.SubmissionId;

/** A submission as recorded in the journal. */
public record SubmissionRecord(Entity<Kept> entity) {

    /** The content of its row. */
    public record Kept(SubmissionSubject subject, SubmissionState state) {}

    public SubmissionId id() {
        return new SubmissionId(entity.id());
    }

    public SubmissionSubject subject() {
        return entity.state().subject();
    }

    public SubmissionState state() {
        return entity.state().state();
    }

    /** When its last event was recorded, by the server's clock. */
    public UnixTime at() {
        return entity.at();
    }
}
