package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.JdbcJournal;
import dev.mandate.adapters.store.jdbc.JdbcOutbox;
import dev.mandate.adapters.store.jdbc.JournalSql;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.RowsAhead;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.jdbc.WriteHealth;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The store in one schema of a PostgreSQL database, version 15 or newer. Any number of instances may share it. All of them see
 * the commits of each.
 *
 * <p>When a call returns, its work is on the server's disk, whatever {@code synchronous_commit} the database has as its
 * default. Replicas follow the operator's setting. A fault throws a {@link
 * dev.mandate.ports.spi.journal.JournalUnavailableException}. Its effect is UNKNOWN if COMMIT was sent and nothing proves
 * that the server did not execute it. The pool tries to reconnect at least every five seconds, so the store recovers by itself.
 */
public final class PostgresStore implements JournalStore {

    /**
     * Locks no row, but needs the same rights as a write. So a standby, a read-only session, or a role without write permission
     * refuses it.
     */
    static final String WRITE_OF_NOTHING = "SELECT 1 FROM state_row WHERE false FOR UPDATE";

    private static final String PROBE = "INSERT INTO write_probe (number, content) VALUES (1, ?)"
            + " ON CONFLICT (number) DO UPDATE SET content = excluded.content";

    private final Connections connections;
    private final AppendLock turn;
    private final DatabaseClock clock;
    private final CommitQueue queue;
    private final StoreReader reader;
    private final RowsAhead ahead;

    private PostgresStore(Connections connections, AppendLock turn, DatabaseClock clock, Duration patience) {
        this.connections = connections;
        this.turn = turn;
        this.clock = clock;
        this.queue = new CommitQueue(
                group -> connections.commit(session -> CommitGroup.run(session, turn, group)),
                patience,
                new WriteHealth(this::probe, System::nanoTime));
        this.reader = new StoreReader(connections::read, connections::close);
        this.ahead = new RowsAhead(keys -> connections.read(session -> together(session, keys)));
    }

    /**
     * Opens the store that {@code settings} name, and migrates its schema to this version. Two sessions prove what the store relies on:
     * a database whose locks do nothing is refused.
     */
    public static Either<StoreProblem, PostgresStore> open(PostgresSettings settings) {
        try (PreparedConnection session = Connections.single(settings, Connections.Use.WRITING)) {
            Either<StoreProblem, AppendLock> turn = new Schema(settings.place()).prepare(session);
            if (turn.isLeft()) {
                return Either.left(turn.getLeft());
            }
            try (PreparedConnection other = Connections.single(settings, Connections.Use.WRITING)) {
                Option<String> missing = ServerGuarantees.missing(session, other);
                if (missing.isDefined()) {
                    return Either.left(new StoreProblem.Unusable(settings.place(), missing.get()));
                }
            }
            DatabaseClock clock = DatabaseClock.of(session, System::nanoTime);
            Connections connections = Connections.open(settings, Connections.Use.WRITING, clock::refresh);
            return Either.right(new PostgresStore(connections, turn.get(), clock, settings.timeouts().statement()));
        } catch (SQLException e) {
            return Either.left(Fault.onOpening(settings.place(), e));
        }
    }

    @Override
    public Journal journal() {
        return new JdbcJournal(queue::begin, reader, ahead, this::writability);
    }

    private static Map<RowKey, VersionedRow> together(PreparedConnection session, Seq<RowKey> keys) throws SQLException {
        java.util.Map<RowKey, VersionedRow> found = new HashMap<>();
        RoundTrip trip = new RoundTrip();
        for (RowKey key : keys) {
            trip.ask(JournalSql.VERSIONED_ROW, JournalSql::versioned, row -> found.put(key, row), JournalSql.bound(key));
        }
        trip.go(session);
        return LinkedHashMap.ofAll(found);
    }

    private void probe() {
        byte[] content = new byte[WriteHealth.PROBE_BYTES];
        ThreadLocalRandom.current().nextBytes(content);
        var unused = connections.writeOne(session -> session.update(PROBE, Bytes.of(content)));
    }

    private Writability writability() {
        try {
            return connections.read(session -> {
                session.run(WRITE_OF_NOTHING);
                return queue.writability();
            });
        } catch (JournalUnavailableException e) {
            if (Fault.isOfReadOnly(e)) {
                return Writability.READ_ONLY;
            }
            throw e;
        }
    }

    @Override
    public Outbox outbox() {
        return new JdbcOutbox(connections::read, connections::writeOne, SharedSql::claim);
    }

    @Override
    public CheckpointLog checkpoints() {
        return new PostgresCheckpoints(connections, turn, reader);
    }

    @Override
    public AuditReader audit() {
        return reader;
    }

    @Override
    public Retention retention() {
        return new PostgresRetention(connections);
    }

    @Override
    public Option<InstantSource> clock() {
        return Option.some(clock);
    }

    @Override
    public long connectionsOpened() {
        return connections.opened();
    }

    @Override
    public long retries() {
        return connections.retries();
    }

    @Override
    public void close() {
        queue.close();
        connections.close();
    }
}
