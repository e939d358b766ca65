package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.adapters.store.jdbc.StoreReader;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;

/**
 * Opens a database's journal to look at it, also while others write to it, and also on a standby. Takes no lock and changes
 * nothing: its sessions are read only, and a role that may do nothing but SELECT will do.
 */
public final class PostgresReader {

    private PostgresReader() {}

    /** The journal that {@code settings} name as it is, which must be of the shape that this version knows. */
    public static Either<StoreProblem, StoreReader> open(PostgresSettings settings) {
        try (Session session = Connections.single(settings, Connections.Use.READING)) {
            Option<StoreProblem> problem = new Schema(settings.place()).check(session);
            return problem.isDefined() ? Either.left(problem.get()) : Either.right(reader(settings));
        } catch (SQLException e) {
            return Either.left(Fault.onOpening(settings.place(), e));
        }
    }

    private static StoreReader reader(PostgresSettings settings) {
        Connections connections = Connections.open(settings, Connections.Use.READING);
        return new StoreReader(connections::read, connections::close);
    }
}
