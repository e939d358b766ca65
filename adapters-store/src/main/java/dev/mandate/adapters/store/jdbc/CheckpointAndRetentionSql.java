package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Page;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.sql.SQLException;

/** Statements for checkpoints and retention. The ports define the results. */
public final class CheckpointAndRetentionSql {

    private static final UnixTime BEFORE_ALL = new UnixTime(Long.MIN_VALUE);

    private CheckpointAndRetentionSql() {}

    public static Option<SignedCheckpoint> latest(PreparedConnection session) throws SQLException {
        return session.first("SELECT * FROM checkpoint ORDER BY number DESC LIMIT 1", Columns::checkpoint);
    }

    public static Page<SignedCheckpoint> checkpoints(PreparedConnection session, long afterNumber, int limit) throws SQLException {
        return JournalSql.page(limit, session.query(
                "SELECT * FROM checkpoint WHERE number > ? ORDER BY number LIMIT ?",
                Columns::checkpoint,
                afterNumber,
                limit + 1));
    }

    /** Stores {@code next}. The transaction must exclude other checkpoints. */
    public static Option<OutOfTurn> append(PreparedConnection session, SignedCheckpoint next) throws SQLException {
        Option<Checkpoint> latest = latest(session).map(SignedCheckpoint::checkpoint);
        long number = latest.map(Checkpoint::number).getOrElse(0L) + 1;
        Bytes32 previous = latest.map(Checkpoint::hash).getOrElse(Checkpoint.NONE);
        if (next.checkpoint().number() != number || !next.checkpoint().previous().equals(previous)) {
            return Option.some(new OutOfTurn(latest(session)));
        }
        session.run(
                "INSERT INTO checkpoint (number, content, key, signature) VALUES (?, ?, ?, ?)",
                number,
                next.checkpoint().bytes(),
                next.key(),
                next.signature().bytes());
        return Option.none();
    }

    /** Reads by the column {@code expires_at}, which anybody with access to the database may have changed. */
    public static Page<IdempotencyRecord> expired(
            PreparedConnection session, UnixTime now, Option<IdempotencyRecord> after, int limit) throws SQLException {
        return JournalSql.page(limit, session.query(
                "SELECT * FROM answer WHERE expires_at <= ? AND (expires_at, scope, key) > (?, ?, ?)"
                        + " ORDER BY expires_at, scope, key LIMIT ?",
                Columns::answer,
                now,
                after.map(IdempotencyRecord::expiresAt).getOrElse(BEFORE_ALL),
                after.map(answer -> answer.key().scope()).getOrElse(""),
                after.map(answer -> answer.key().key()).getOrElse(""),
                limit + 1));
    }

    /** Removes each answer whose columns are still those of {@code expired}. */
    public static void remove(PreparedConnection session, Seq<IdempotencyRecord> expired) throws SQLException {
        for (IdempotencyRecord answer : expired) {
            session.run(WriteSql.REMOVE_ANSWER, WriteSql.answer(answer));
        }
    }
}
