package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.StoreReader;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;

/**
 * Opens a database's journal for reading, while others write to it, or on a standby. It takes no lock and changes nothing. Its
 * sessions are read only; a role with only SELECT suffices.
 */
public final class PostgresReader {

    private PostgresReader() {}

    /** Opens the journal that {@code settings} name. It must have the schema of this version. */
    public static Either<StoreProblem, StoreReader> open(PostgresSettings settings) {
        try (PreparedConnection session = Connections.single(settings, Connections.Use.READING)) {
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
