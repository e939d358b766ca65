package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.StreamAppend;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;

/**
 * Decides whether a commit succeeds, and computes its events. The caller has checked the limits. It reads the present and
 * writes nothing.
 */
public final class Decision {

    private final Commit commit;
    private final Present present;
    /** The last hash of each stream, in the commit's order. */
    private Array<Bytes32> heads = Array.empty();

    private Decision(Commit commit, Present present) {
        this.commit = commit;
        this.present = present;
    }

    /** The events to record, or why the commit is refused. */
    public static Either<CommitRefused, Array<RecordedEvent>> on(Commit commit, Present present) throws SQLException {
        Decision decision = new Decision(commit, present);
        Option<CommitRefused> refused = decision.refused();
        return refused.isDefined() ? Either.left(refused.get()) : Either.right(decision.events());
    }

    private Option<CommitRefused> refused() throws SQLException {
        for (IdempotencyRecord answer : commit.answer()) {
            Option<IdempotencyRecord> earlier = present.answered(answer.key(), commit.recordedAt());
            if (earlier.isDefined()) {
                return Option.some(new CommitRefused.AlreadyAnswered(earlier.get()));
            }
        }
        for (StreamAppend append : commit.appends()) {
            Option<StreamHead> head = present.head(append.stream());
            long version = head.map(StreamHead::version).getOrElse(0L);
            if (version != append.expectedVersion()) {
                return Option.some(
                        new CommitRefused.VersionConflict(append.stream(), append.expectedVersion(), version));
            }
            heads = heads.append(head.map(StreamHead::hash).getOrElse(EventHash.NONE));
        }
        for (RowChange change : commit.rows()) {
            if (change instanceof RowChange.Insert insert) {
                Option<Row> there = present.row(insert.key());
                if (there.isDefined()) {
                    return Option.some(new CommitRefused.RowPresent(there.get()));
                }
            }
        }
        return Option.none();
    }

    private Array<RecordedEvent> events() throws SQLException {
        if (commit.appends().forAll(append -> append.events().isEmpty())) {
            return Array.empty();
        }
        long position = present.position();
        Array<RecordedEvent> events = Array.empty();
        for (Tuple2<StreamAppend, Bytes32> at : commit.appends().zip(heads)) {
            StreamAppend append = at._1;
            Bytes32 previous = at._2;
            long version = append.expectedVersion();
            for (Payload payload : append.events()) {
                version++;
                position++;
                RecordedEvent event = RecordedEvent.chained(
                        append.stream(), version, position, commit.recordedAt(), payload, previous);
                previous = event.hash();
                events = events.append(event);
            }
        }
        return events;
    }
}
