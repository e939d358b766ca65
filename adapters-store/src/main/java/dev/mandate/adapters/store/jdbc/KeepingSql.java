package dev.mandate.adapters.store.jdbc;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.audit.Checkpoint;
import dev.mandate.ports.audit.OutOfTurn;
import dev.mandate.ports.audit.SignedCheckpoint;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.store.Removed;
import io.vavr.control.Option;
import java.sql.SQLException;

/** Statements for checkpoints and retention. The ports define the results. */
public final class KeepingSql {

    private KeepingSql() {}

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

    public static Removed removeExpired(PreparedConnection session, UnixTime now, int limit) throws SQLException {
        int answers = session.update(
                "DELETE FROM answer WHERE (scope, key) IN"
                        + " (SELECT scope, key FROM answer WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)",
                now,
                limit);
        int rows = session.update(
                "DELETE FROM state_row WHERE (kind, key) IN"
                        + " (SELECT kind, key FROM state_row WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)",
                now,
                limit);
        return new Removed(answers, rows);
    }
}
