package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.EventHash;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.OutboxMessage;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamAppend;
import io.vavr.Tuple2;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;

/**
 * One commit: all that may refuse it is looked at before the first thing is written, so that a refused one leaves the
 * transaction as it was. The transaction must be the only one that commits, from before the first look to its end.
 */
public final class CommitSql {

    private static final String INSERT_EVENT = "INSERT INTO event (position, stream_kind, stream_id, version, recorded_at,"
            + " type, schema_version, content, previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String PUT_ROW = "INSERT INTO state_row (kind, key, type, schema_version, content, expires_at)"
            + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET type = excluded.type,"
            + " schema_version = excluded.schema_version, content = excluded.content, expires_at = excluded.expires_at";
    private static final String PUT_ANSWER = "INSERT INTO answer (scope, key, request_digest, type, schema_version, content,"
            + " expires_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, key) DO UPDATE SET"
            + " request_digest = excluded.request_digest, type = excluded.type,"
            + " schema_version = excluded.schema_version, content = excluded.content, expires_at = excluded.expires_at";
    private static final String INSERT_MESSAGE = "INSERT INTO outbox (recorded_at, topic, stream_kind, stream_id, type,"
            + " schema_version, content, available_at, token, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)";

    private final Session session;
    private final Commit commit;
    /** The last hash of each stream, in the commit's order. */
    private Vector<Bytes32> heads = Vector.empty();

    private CommitSql(Session session, Commit commit) {
        this.session = session;
        this.commit = commit;
    }

    /** Carries out {@code commit}, whose limits have been checked, in the session's transaction. */
    public static Either<CommitRefused, Committed> run(Session session, Commit commit) throws SQLException {
        CommitSql run = new CommitSql(session, commit);
        Option<CommitRefused> refused = run.refused();
        return refused.isDefined() ? Either.left(refused.get()) : Either.right(run.write());
    }

    private Option<CommitRefused> refused() throws SQLException {
        for (IdempotencyRecord answer : commit.answer()) {
            Option<IdempotencyRecord> earlier = JournalSql.answered(session, answer.key(), commit.recordedAt());
            if (earlier.isDefined()) {
                return Option.some(new CommitRefused.AlreadyAnswered(earlier.get()));
            }
        }
        for (StreamAppend append : commit.appends()) {
            Option<RecordedEvent> last = JournalSql.last(session, append.stream());
            long version = last.map(RecordedEvent::version).getOrElse(0L);
            if (version != append.expectedVersion()) {
                return Option.some(
                        new CommitRefused.VersionConflict(append.stream(), append.expectedVersion(), version));
            }
            heads = heads.append(last.map(RecordedEvent::hash).getOrElse(EventHash.NONE));
        }
        for (RowChange change : commit.rows()) {
            if (change instanceof RowChange.Insert insert) {
                Option<Row> present = JournalSql.row(session, insert.key());
                if (present.isDefined()) {
                    return Option.some(new CommitRefused.RowPresent(present.get()));
                }
            }
        }
        return Option.none();
    }

    private Committed write() throws SQLException {
        Vector<RecordedEvent> events = writeEvents();
        for (RowChange change : commit.rows()) {
            switch (change) {
                case RowChange.Insert(Row row) -> put(row);
                case RowChange.Put(Row row) -> put(row);
                case RowChange.Delete(RowKey key) ->
                    session.run("DELETE FROM state_row WHERE kind = ? AND key = ?", key.kind(), key.key());
            }
        }
        for (IdempotencyRecord answer : commit.answer()) {
            Payload payload = answer.answer();
            session.run(
                    PUT_ANSWER,
                    answer.key().scope(),
                    answer.key().key(),
                    answer.requestDigest(),
                    payload.type(),
                    payload.schemaVersion(),
                    payload.content(),
                    answer.expiresAt());
        }
        for (OutboxMessage message : commit.messages()) {
            Payload payload = message.payload();
            session.run(
                    INSERT_MESSAGE,
                    commit.recordedAt(),
                    message.topic(),
                    message.stream().kind(),
                    message.stream().id(),
                    payload.type(),
                    payload.schemaVersion(),
                    payload.content(),
                    commit.recordedAt());
        }
        return new Committed(events);
    }

    private Vector<RecordedEvent> writeEvents() throws SQLException {
        if (commit.appends().forAll(append -> append.events().isEmpty())) {
            return Vector.empty();
        }
        long position = session.first("SELECT MAX(position) FROM event", row -> row.getLong(1)).getOrElse(0L);
        Vector<RecordedEvent> events = Vector.empty();
        for (Tuple2<StreamAppend, Bytes32> at : commit.appends().zip(heads)) {
            StreamAppend append = at._1;
            Bytes32 previous = at._2;
            long version = append.expectedVersion();
            for (Payload payload : append.events()) {
                version++;
                position++;
                RecordedEvent event = RecordedEvent.chained(
                        append.stream(), version, position, commit.recordedAt(), payload, previous);
                insert(event);
                previous = event.hash();
                events = events.append(event);
            }
        }
        return events;
    }

    private void insert(RecordedEvent event) throws SQLException {
        session.run(
                INSERT_EVENT,
                event.position(),
                event.stream().kind(),
                event.stream().id(),
                event.version(),
                event.recordedAt(),
                event.payload().type(),
                event.payload().schemaVersion(),
                event.payload().content(),
                event.previous(),
                event.hash());
    }

    private void put(Row row) throws SQLException {
        session.run(
                PUT_ROW,
                row.key().kind(),
                row.key().key(),
                row.value().type(),
                row.value().schemaVersion(),
                row.value().content(),
                row.expiresAt());
    }
}
