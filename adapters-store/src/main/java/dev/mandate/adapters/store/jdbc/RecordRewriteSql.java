package dev.mandate.adapters.store.jdbc;

import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.store.RecordRewrite;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;

/** Statements of a {@link RecordRewrite}. The transaction must exclude all other writers. */
public final class RecordRewriteSql {

    private static final String SET = " SET type = ?, schema_version = ?, content = ? WHERE ";

    private RecordRewriteSql() {}

    /** Executes {@code rewrite} in the session's transaction. */
    public static SignedCheckpoint run(PreparedConnection session, RecordRewrite rewrite) throws SQLException {
        requireCovered(session, rewrite.last());
        rows(session, rewrite);
        answers(session, rewrite);
        messages(session, rewrite);
        Either<CommitRefused, Committed> committed = CommitSql.run(session, rewrite.commit());
        SignedCheckpoint checkpoint = rewrite.checkpoint()
                .apply(committed.getOrElseThrow(refused -> new IllegalStateException("a commit behind the rewrite: " + refused)).events().last());
        Option<OutOfTurn> refused = CheckpointAndRetentionSql.append(session, checkpoint);
        if (refused.isDefined()) {
            throw new IllegalStateException("a checkpoint behind the rewrite: " + refused.get());
        }
        return checkpoint;
    }

    private static void requireCovered(PreparedConnection session, SignedCheckpoint last) throws SQLException {
        boolean isCovered = CheckpointAndRetentionSql.latest(session).contains(last)
                && JournalSql.events(session, last.checkpoint().position(), 1).items().isEmpty();
        if (!isCovered) {
            throw new JournalDamagedException("somebody has written to the journal meanwhile: stop the servers, and run the command again");
        }
    }

    private static void rows(PreparedConnection session, RecordRewrite rewrite) throws SQLException {
        Option<RowKey> after = Option.none();
        Page<Row> page;
        do {
            page = JournalSql.allRows(session, after, Journal.MAX_PAGE);
            session.updateAll(
                    "UPDATE state_row" + SET + "kind = ? AND key = ?",
                    page.items().map(row -> parameters(rewrite.rows().apply(row), row.key().kind(), row.key().key())));
            after = page.items().lastOption().map(Row::key).orElse(after);
        } while (page.hasMore());
    }

    private static void answers(PreparedConnection session, RecordRewrite rewrite) throws SQLException {
        Option<RequestKey> after = Option.none();
        Page<IdempotencyRecord> page;
        do {
            page = JournalSql.answers(session, after, Journal.MAX_PAGE);
            session.updateAll(
                    "UPDATE answer" + SET + "scope = ? AND key = ?",
                    page.items().map(answer -> parameters(rewrite.answers().apply(answer), answer.key().scope(), answer.key().key())));
            after = page.items().lastOption().map(IdempotencyRecord::key).orElse(after);
        } while (page.hasMore());
    }

    private static void messages(PreparedConnection session, RecordRewrite rewrite) throws SQLException {
        long after = Long.MIN_VALUE;
        Page<RecordedMessage> page;
        do {
            page = OutboxSql.open(session, after, Journal.MAX_PAGE);
            session.updateAll(
                    "UPDATE outbox" + SET + "number = ?",
                    page.items().map(message -> parameters(rewrite.messages().apply(message), message.number())));
            after = page.items().lastOption().map(RecordedMessage::number).getOrElse(after);
        } while (page.hasMore());
    }

    private static Object[] parameters(Payload value, Object... key) {
        return Array.<Object>of(value.type(), value.schemaVersion(), value.content()).appendAll(Array.of(key)).toJavaArray();
    }
}
