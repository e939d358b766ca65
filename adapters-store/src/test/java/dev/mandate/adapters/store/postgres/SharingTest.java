package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How instances on one database affect each other. */
class SharingTest {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final Payload VALUE = new Payload("text", 1, "1");
    private static final PostgresTimeouts IMPATIENT = new PostgresTimeouts(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(300));

    private final Database database = Database.required();
    private final String address = database.freshSchema();

    @AfterEach
    void closeAll() {
        database.close();
    }

    private static Commit append(StreamId stream, long version) {
        return Commit.at(NOW).append(stream, version, VALUE);
    }

    private static void write(PostgresStore store, Commit commit) {
        Either<CommitRefused, Committed> outcome = store.journal().commit(commit);
        assertTrue(outcome.isRight(), outcome::toString);
    }

    /** Keeps the turn of a journal, as an instance that hangs in the middle of its transaction does. */
    private static PreparedConnection hanging(String address) throws SQLException {
        PreparedConnection session = Connections.single(Database.settings(address), Connections.Use.WRITING);
        session.connection().setAutoCommit(false);
        int schema = session.first(
                        "SELECT oid::int FROM pg_namespace WHERE nspname = current_schema()", row -> row.getInt(1))
                .get();
        new AppendLock(schema).take(session);
        return session;
    }

    @Test
    void aTurnThatDoesNotComeLeavesNothingBehindAndTheNextOneIsFree() throws Exception {
        try (PostgresStore store = PostgresStore.open(Database.settings(address).withTimeouts(IMPATIENT)).get()) {
            try (PreparedConnection hanging = hanging(address)) {
                JournalUnavailableException waited =
                        assertThrows(JournalUnavailableException.class, () -> write(store, append(ALPHA, 0)));
                assertEquals(Effect.NONE, waited.effect());
                assertEquals(0, store.journal().version(ALPHA), "readers need no turn");
                hanging.connection().rollback();
            }
            write(store, append(ALPHA, 0));
        }
    }

    @Test
    void anInstanceThatHangsWithTheTurnLosesItBeforeTheOthersFail() throws Exception {
        PostgresSettings settings = Database.settings(address);
        PostgresStore.open(settings).get().close();
        PreparedConnection hanging = Connections.single(settings, Connections.Use.WRITING);
        hanging.connection().setAutoCommit(false);
        hanging.run("SELECT pg_advisory_xact_lock(?, oid::int) FROM pg_namespace WHERE nspname = current_schema()", 0x4d4e4454);
        PostgresStore store = database.store(address);
        // The server ends the session that does nothing within its transaction, and the turn is free.
        write(store, append(ALPHA, 0));
        assertThrows(SQLException.class, () -> {
            hanging.run("SELECT 1");
            hanging.close();
        });
    }

    @Test
    void journalsInOneDatabaseDoNotWaitForEachOther() throws Exception {
        String other = database.freshSchema();
        PostgresStore store = database.store(address);
        Database.open(other).close();
        try (PreparedConnection hanging = hanging(other)) {
            write(store, append(ALPHA, 0));
            assertEquals(1, store.journal().version(ALPHA));
            hanging.connection().rollback();
        }
    }

    /** While the turn is elsewhere commits gather, and go together; one of them reads what somebody has spoiled. */
    @Test
    void aCommitThatTheDatabaseCannotTakeFailsAlone() throws Exception {
        PostgresStore store = database.store(address);
        RowKey spoiled = new RowKey("name", "spoiled");
        write(store, Commit.at(NOW).change(new RowChange.Insert(spoiled, VALUE)));
        Database.run(address, "UPDATE state_row SET type = 'NOT A WORD'");
        int callers = 20;
        List<Future<Either<CommitRefused, Committed>>> calls = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(callers)) {
            try (PreparedConnection hanging = hanging(address)) {
                for (int i = 0; i < callers; i++) {
                    Commit commit = append(new StreamId("account", "own-" + i), 0);
                    Commit mine = i == 7 ? commit.change(new RowChange.Insert(spoiled, VALUE)) : commit;
                    calls.add(executor.submit(() -> store.journal().commit(mine)));
                }
                Thread.sleep(300);
                hanging.connection().rollback();
            }
            for (int i = 0; i < callers; i++) {
                Future<Either<CommitRefused, Committed>> call = calls.get(i);
                if (i == 7) {
                    assertInstanceOf(
                            JournalDamagedException.class,
                            assertThrows(ExecutionException.class, call::get).getCause());
                } else {
                    assertTrue(call.get().isRight());
                }
            }
        }
        assertEquals(callers - 1, store.journal().events(0, 100).items().size());
    }

    @Test
    void commitsOfOneGroupSeeEachOther() throws Exception {
        PostgresStore store = database.store(address);
        int callers = 20;
        RowKey name = new RowKey("name", "taken");
        List<Future<Either<CommitRefused, Committed>>> calls = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(callers);
                PreparedConnection hanging = hanging(address)) {
            for (int i = 0; i < callers; i++) {
                int caller = i;
                calls.add(executor.submit(() -> store.journal()
                        .commit(append(ALPHA, 0)
                                .change(new RowChange.Insert(name, new Payload("text", 1, "" + caller))))));
            }
            Thread.sleep(300);
            hanging.connection().rollback();
            int winners = 0;
            for (Future<Either<CommitRefused, Committed>> call : calls) {
                Either<CommitRefused, Committed> outcome = call.get();
                winners += outcome.isRight() ? 1 : 0;
                assertTrue(
                        outcome.isRight() || outcome.getLeft().equals(new CommitRefused.VersionConflict(ALPHA, 0, 1)),
                        outcome::toString);
            }
            assertEquals(1, winners);
        }
    }

    /** An answer's time was over, and another instance is about to record a new one, when retention comes by. */
    @Test
    void retentionNeitherWaitsForNorRemovesRenewedAnswers() throws Exception {
        PostgresStore store = database.store(address);
        RequestKey renewed = new RequestKey("tenant", "renewed");
        write(store, answering(NOW.plusSeconds(-20), renewed, NOW.plusSeconds(-10)));
        write(store, answering(NOW.plusSeconds(-20), new RequestKey("tenant", "old"), NOW.plusSeconds(-10)));
        try (PreparedConnection other = Connections.single(Database.settings(address), Connections.Use.WRITING)) {
            other.connection().setAutoCommit(false);
            other.run("UPDATE answer SET expires_at = ? WHERE key = 'renewed'", NOW.plusSeconds(10));
            Seq<IdempotencyRecord> expired = store.retention().expired(NOW, Option.none(), 100).items();
            assertEquals(2, expired.size());
            store.retention().remove(expired);
            other.connection().commit();
        }
        assertEquals(
                Array.of(renewed), store.audit().answers(Option.none(), 100).items().map(IdempotencyRecord::key).toArray());
    }

    private static Commit answering(UnixTime at, RequestKey key, UnixTime until) {
        return Commit.at(at).answering(new IdempotencyRecord(key, Bytes32.ZERO, VALUE, until));
    }

    @Test
    void instancesThatSignAtOnceLeaveOneChainOfCheckpoints() throws Exception {
        int instances = 3;
        int rounds = 10;
        CyclicBarrier together = new CyclicBarrier(instances);
        int signed = 0;
        try (ExecutorService executor = Executors.newFixedThreadPool(instances)) {
            List<Future<Integer>> signing = new ArrayList<>();
            for (int i = 0; i < instances; i++) {
                PostgresStore store = database.store(address);
                StreamId own = new StreamId("account", "own-" + i);
                signing.add(executor.submit(() -> {
                    Checkpointer checkpointer =
                            new Checkpointer(store.journal(), store.checkpoints(), new TestLogSigner("log"));
                    int mine = 0;
                    for (int round = 0; round < rounds; round++) {
                        write(store, append(own, round));
                        together.await();
                        mine += checkpointer.signNext(NOW).exists(Option::isDefined) ? 1 : 0;
                    }
                    return mine;
                }));
            }
            for (Future<Integer> one : signing) {
                signed += one.get();
            }
        }
        PostgresStore store = database.store(address);
        var report = LogVerifier.verify(
                store.audit(), Array.empty(), AuditTrust.NONE.withLogKey(new TestLogSigner("log").key()), () -> NOW);
        assertEquals(Array.empty(), report.findings());
        assertEquals(signed, report.checkpoints());
        assertTrue(signed >= 1);
    }
}
