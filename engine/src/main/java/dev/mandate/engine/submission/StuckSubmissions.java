package dev.mandate.engine.submission;

import dev.mandate.domain.submission.SubmissionSubject;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Submissions that are not decided a minute after they were recorded, in the journal. Each is recorded once. */
public final class StuckSubmissions {

    private static final long AFTER_SECONDS = 60;

    private static final EntityType<Noticed, Noticed> TYPE =
            EntityType.once("stuck-submission", Noticed.class, Noticed.class, noticed -> noticed);

    /** That a submission is stuck follows from one event. */
    public static final Projection PROJECTION = TYPE.projection();

    /** What tenants are told of submissions that are stuck. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(TYPE, (noticed, moment) -> {
        SubmissionRecord record = SubmissionRepository.at(moment.history(), moment.id(), noticed.version());
        SubmissionSubject subject = record.subject();
        return Option.some(ToldEvent.here(
                subject.tenant(),
                moment.at(),
                subject.network(),
                subject.account(),
                new EventData.SubmissionChanged(EventType.SUBMISSION_STUCK, SubmissionViews.view(record))));
    });

    /** @param version that of the submission */
    private record Noticed(long version) {}

    private final TenantJournal journal;
    private final Repository<Noticed, Noticed> stuck;

    StuckSubmissions(TenantJournal journal) {
        this.journal = journal;
        this.stuck = journal.anywhere(TYPE);
    }

    /** Records that a submission is stuck, if its time has come. Repeating this has no effect. */
    void notice(SubmissionRecord open) {
        String id = open.id().text();
        boolean isDue = Array.ofAll(journal.journal().stream(SubmissionRepository.stream(open.id()), 0, 1).items())
                .map(RecordedEvent::recordedAt)
                .exists(begun -> !journal.clock().now().isBefore(begun.plusSeconds(AFTER_SECONDS)));
        if (isDue && stuck.find(id).isEmpty()) {
            var unused = stuck.ensure(id, new Noticed(open.entity().version()));
        }
    }
}
