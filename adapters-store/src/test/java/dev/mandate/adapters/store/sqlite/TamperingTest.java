package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.audit.LogFinding;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.journal.Projection;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file is edited by hand. An audit reports the change. */
class TamperingTest {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final StreamId BETA = new StreamId("account", "beta");
    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final TestLogSigner SIGNER = new TestLogSigner("log");
    /** The row of an account holds what its last event holds. */
    private static final Projection LAST =
            new Projection("account", "latest", (row, event) -> Option.some(event.payload()));

    @TempDir
    private Path folder = Path.of("");

    private static Payload text(String content) {
        return new Payload("text", 1, content);
    }

    private static void write(SqliteStore store, StreamId stream, long version, String content) {
        assertTrue(store.journal()
                .commit(Commit.at(NOW)
                        .append(stream, version, text(content))
                        .change(new RowChange.Put(new RowKey("latest", stream.id()), text(content))))
                .isRight());
    }

    /** Positions 1 to 7: alpha 1, beta 1, alpha 2, checkpoint 1, alpha 3, beta 2, checkpoint 2, alpha 4, beta 3. */
    @BeforeEach
    void writeAJournal() {
        try (SqliteStore store = SqliteStores.open(folder)) {
            Checkpointer checkpointer = new Checkpointer(store.journal(), store.checkpoints(), SIGNER);
            write(store, ALPHA, 0, "a1");
            write(store, BETA, 0, "b1");
            write(store, ALPHA, 1, "a2");
            assertTrue(checkpointer.signNext(NOW).get().isDefined());
            assertTrue(checkpointer.signNext(NOW).get().isEmpty());
            write(store, ALPHA, 2, "a3");
            write(store, BETA, 1, "b2");
            assertTrue(checkpointer.signNext(NOW).get().isDefined());
            write(store, ALPHA, 3, "a4");
            write(store, BETA, 2, "b3");
        }
    }

    private void edit(String sql, Object... parameters) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            assertTrue(statement.executeUpdate() > 0, "edited nothing");
        }
    }

    private LogReport audit() {
        try (StoreReader reader = SqliteReader.open(folder).get()) {
            return LogVerifier.verify(reader, Array.of(LAST), AuditTrust.NONE.withLogKey(SIGNER.key()), () -> NOW);
        }
    }

    private Array<LogFinding> findings() {
        return audit().findings().toArray();
    }

    private RecordedEvent event(StreamId stream, long version) {
        try (StoreReader reader = SqliteReader.open(folder).get()) {
            return reader.stream(stream, version - 1, 1).items().head();
        }
    }

    private void replace(RecordedEvent event) throws SQLException {
        edit("UPDATE event SET content = ?, previous = ?, hash = ? WHERE position = ?",
                event.payload().content(),
                event.previous().toArray(),
                event.hash().toArray(),
                event.position());
    }

    private RecordedEvent rechained(RecordedEvent event, String content, Bytes32 previous) throws SQLException {
        RecordedEvent forged = RecordedEvent.chained(
                event.stream(), event.version(), event.position(), event.recordedAt(), text(content), previous);
        replace(forged);
        return forged;
    }

    @Test
    void anUntouchedJournalHasNoFindings() {
        LogReport report = audit();
        assertEquals(Array.empty(), report.findings());
        assertEquals(7, report.events());
        assertEquals(2, report.streams());
        assertEquals(2, report.rows());
        assertEquals(2, report.checkpoints());
        assertEquals(2, report.unsigned());
        assertEquals(5, report.lastCheckpoint().get().checkpoint().position());
    }

    @Test
    void anEventEditedInAnyColumnIsNamed() throws Exception {
        edit("UPDATE event SET content = 'x' WHERE position = 1");
        edit("UPDATE event SET recorded_at = recorded_at + 1 WHERE position = 2");
        edit("UPDATE event SET type = 'other' WHERE position = 3");
        edit("UPDATE event SET schema_version = 2 WHERE position = 4");
        assertEquals(
                Array.of(
                        new LogFinding.EventEdited(ALPHA, 1, 1),
                        new LogFinding.EventEdited(BETA, 1, 2),
                        new LogFinding.EventEdited(ALPHA, 2, 3),
                        new LogFinding.EventEdited(ALPHA, 3, 4)),
                findings());
    }

    @Test
    void anEventEditedTogetherWithItsHashDoesNotFitTheNextOne() throws Exception {
        RecordedEvent second = event(ALPHA, 2);
        RecordedEvent forged = rechained(second, "forged", second.previous());
        assertEquals(EventHash.of(forged), forged.hash());
        assertEquals(
                Array.of(new LogFinding.StreamRewritten(ALPHA, 2, 1), new LogFinding.ChainBroken(ALPHA, 3, 4)),
                findings());
    }

    @Test
    void aStreamRewrittenToItsEndDoesNotFitTheCheckpoints() throws Exception {
        RecordedEvent third = rechained(event(ALPHA, 3), "forged", event(ALPHA, 2).hash());
        RecordedEvent fourth = rechained(event(ALPHA, 4), "a4", third.hash());
        assertEquals(third.hash(), fourth.previous());
        assertEquals(Array.of(new LogFinding.StreamRewritten(ALPHA, 3, 2)), findings());
    }

    @Test
    void aRemovedEventIsNamed() throws Exception {
        edit("DELETE FROM event WHERE position = 4");
        assertEquals(Array.of(new LogFinding.EventsMissing(ALPHA, 3, 3)), findings());
    }

    @Test
    void aStreamTruncatedBelowACheckpointIsNamed() throws Exception {
        edit("DELETE FROM event WHERE stream_id = 'alpha' AND version >= 3");
        assertEquals(
                Array.of(
                        new LogFinding.EventsMissing(ALPHA, 3, 3),
                        new LogFinding.RowDiffers(new RowKey("latest", "alpha"))),
                findings());
    }

    @Test
    void aMissingStreamIsNamed() throws Exception {
        edit("DELETE FROM event WHERE stream_id = 'beta'");
        edit("DELETE FROM state_row WHERE key = 'beta'");
        assertEquals(Array.of(new LogFinding.StreamMissing(BETA, 2, 2)), findings());
    }

    @Test
    void reorderedEventsAreNamed() throws Exception {
        edit("UPDATE event SET position = -1 WHERE position = 3");
        edit("UPDATE event SET position = 3 WHERE position = 4");
        edit("UPDATE event SET position = 4 WHERE position = -1");
        Seq<LogFinding> found = findings();
        assertTrue(found.contains(new LogFinding.EventEdited(ALPHA, 3, 3)), found::toString);
        assertTrue(found.contains(new LogFinding.EventEdited(ALPHA, 2, 4)), found::toString);
        assertTrue(found.contains(new LogFinding.EventsReordered(ALPHA, 2, 4)), found::toString);
    }

    @Test
    void aStreamInsertedAtANegativePositionIsNamed() throws Exception {
        StreamId ghost = new StreamId("ghost", "g");
        RecordedEvent event = RecordedEvent.chained(ghost, 1, -5, NOW, text("boo"), EventHash.NONE);
        edit("INSERT INTO event VALUES (-5, 'ghost', 'g', 1, ?, 'text', 1, ?, ?, ?)",
                NOW.seconds(),
                event.payload().content(),
                event.previous().toArray(),
                event.hash().toArray());
        assertEquals(Array.of(new LogFinding.EventsInserted(ghost, 1, 1)), findings());
    }

    @Test
    void aRemovedCheckpointIsNamedUnlessItIsTheLast() throws Exception {
        edit("DELETE FROM checkpoint WHERE number = 1");
        assertEquals(Array.of(new LogFinding.CheckpointMissing(1)), findings());
    }

    @Test
    void aCheckpointOfAnotherKeyIsNamed() throws Exception {
        try (StoreReader reader = SqliteReader.open(folder).get()) {
            LogReport report = LogVerifier.verify(
                    reader, Array.of(LAST), AuditTrust.NONE.withLogKey(new TestLogSigner("another").key()), () -> NOW);
            assertEquals(
                    Array.of(new LogFinding.CheckpointForged(1), new LogFinding.CheckpointForged(2)),
                    report.findings().toArray());
        }
    }

    @Test
    void aCheckpointWithAnotherSignatureIsNamed() throws Exception {
        edit("UPDATE checkpoint SET signature = zeroblob(64) WHERE number = 2");
        assertEquals(Array.of(new LogFinding.CheckpointForged(2)), findings());
    }

    @Test
    void anEditedCheckpointCannotBeReadOrIsForged() throws Exception {
        edit("UPDATE checkpoint SET content = x'00' WHERE number = 2");
        assertInstanceOf(LogFinding.Unreadable.class, findings().head());
    }

    @Test
    void aRowThatDiffersFromTheFoldOfItsEventsIsNamed() throws Exception {
        edit("UPDATE state_row SET content = 'x' WHERE key = 'alpha'");
        edit("DELETE FROM state_row WHERE key = 'beta'");
        edit("INSERT INTO state_row VALUES ('latest', 'gamma', 'text', 1, 'x', NULL)");
        assertEquals(
                Array.of("alpha", "beta", "gamma").map(key -> new LogFinding.RowDiffers(new RowKey("latest", key))).toSet(),
                findings().toSet());
    }

    @Test
    void anUnreadableEventIsReportedWithItsPosition() throws Exception {
        edit("UPDATE event SET hash = x'00' WHERE position = 4");
        LogFinding only = findings().head();
        assertTrue(only.text().contains("position 4"), only::text);
    }
}
