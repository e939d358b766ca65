package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;

/**
 * Executes one commit, one statement at a time, for a database inside this process. It checks every reason for a refusal before
 * the first write. So a refused commit leaves the transaction unchanged. No other transaction may commit between the first read
 * and the end.
 */
public final class CommitSql {

    private CommitSql() {}

    /** Executes {@code commit} in the session's transaction. The caller has checked the limits. */
    public static Either<CommitRefused, Committed> run(PreparedConnection session, Commit commit) throws SQLException {
        Either<CommitRefused, Array<RecordedEvent>> decided = Decision.on(commit, new Asked(session));
        if (decided.isRight()) {
            write(session, commit, decided.get());
        }
        return decided.map(Committed::new);
    }

    /** Reads each value with one statement. */
    private record Asked(PreparedConnection session) implements Present {

        @Override
        public Option<IdempotencyRecord> answered(RequestKey key, UnixTime now) throws SQLException {
            return JournalSql.answered(session, key).filter(answer -> answer.isAlive(now));
        }

        @Override
        public Option<StreamHead> head(StreamId stream) throws SQLException {
            return JournalSql.head(session, stream);
        }

        @Override
        public Option<Row> row(RowKey key) throws SQLException {
            return JournalSql.row(session, key);
        }

        @Override
        public long position() throws SQLException {
            return session.first("SELECT MAX(position) FROM event", row -> row.getLong(1)).getOrElse(0L);
        }
    }

    private static void write(PreparedConnection session, Commit commit, Array<RecordedEvent> events) throws SQLException {
        for (RecordedEvent event : events) {
            session.run(WriteSql.EVENT, WriteSql.event(event));
        }
        for (RowChange change : commit.rows()) {
            switch (change) {
                case RowChange.Insert(Row row) -> session.run(WriteSql.PUT_ROW, WriteSql.row(row));
                case RowChange.Put(Row row) -> session.run(WriteSql.PUT_ROW, WriteSql.row(row));
                case RowChange.Delete(RowKey key) -> session.run(WriteSql.DELETE_ROW, WriteSql.key(key));
            }
        }
        for (IdempotencyRecord answer : commit.answer()) {
            session.run(WriteSql.ANSWER, WriteSql.answer(answer));
        }
        for (OutboxMessage message : commit.messages()) {
            session.run(WriteSql.MESSAGE, WriteSql.message(message, commit.recordedAt()));
        }
    }
}
