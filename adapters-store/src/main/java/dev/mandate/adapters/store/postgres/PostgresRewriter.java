package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.RecordRewriteSql;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.store.RecordRewrite;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;

/** Rewrites the records of a journal in PostgreSQL while no other instance and no command is connected to it. */
public final class PostgresRewriter {

    private PostgresRewriter() {}

    /** Whether somebody else is connected now. */
    public static Option<StoreProblem> problem(PostgresSettings settings) {
        try (PreparedConnection session = Connections.single(settings, Connections.Use.WRITING)) {
            return PresenceLock.takeAlone(session) ? Option.none() : Option.some(inUse(settings));
        } catch (SQLException e) {
            return Option.some(Fault.onOpening(settings.place(), e));
        }
    }

    /**
     * Executes {@code rewrite} as a whole or not at all.
     *
     * @return the last checkpoint
     * @throws JournalUnavailableException if the server fails; so does whatever the functions of {@code rewrite} throw
     */
    public static Either<StoreProblem, SignedCheckpoint> rewrite(PostgresSettings settings, RecordRewrite rewrite) {
        try (PreparedConnection session = Connections.single(settings, Connections.Use.WRITING)) {
            if (!PresenceLock.takeAlone(session)) {
                return Either.left(inUse(settings));
            }
            session.connection().setAutoCommit(false);
            // Without a commit the transaction ends with the connection, and changes nothing.
            SignedCheckpoint checkpoint = RecordRewriteSql.run(session, rewrite);
            try {
                session.connection().commit();
                return Either.right(checkpoint);
            } catch (SQLException e) {
                throw Fault.atCommit(e).exception();
            }
        } catch (SQLException e) {
            throw Fault.beforeCommit(e).exception();
        }
    }

    private static StoreProblem inUse(PostgresSettings settings) {
        return new StoreProblem.InUse(settings.place());
    }
}
