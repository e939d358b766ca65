package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.sqlite.SqliteGuest;
import dev.mandate.adapters.store.sqlite.SqliteRewriter;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.app.Mandate;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.TenantStandings;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.journal.AuthenticatedJournal;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.RecordRewrite;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After {@code mandate secret rotate} somebody who has the earlier secret, and can write to the journal, makes no record that counts. */
class StolenSecretTest {

    private static final Tenant ACME = new Tenant("acme");
    private static final OperatorName THIEF = new OperatorName("thief");

    @TempDir
    private Path data = Path.of("");

    private final StringWriter out = new StringWriter();

    private int mandate(String command) {
        String[] arguments = Array.of(command.split(" ")).append("--data-dir").append(data.toString()).toJavaArray(String[]::new);
        return Mandate.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true)).execute(arguments);
    }

    private Path file() {
        return data.resolve(OperatorSecret.NAME);
    }

    /** A journal with an API key, whose secret was replaced. Returns the earlier secret. */
    private OperatorSecret stolen() {
        assertEquals(0, mandate("api-key create --tenant acme --name ann"), out::toString);
        OperatorSecret stolen = OperatorSecret.open(file()).get();
        assertEquals(0, mandate("secret rotate"), out::toString);
        assertEquals(0, mandate("verify-log"), out::toString);
        out.getBuffer().setLength(0);
        return stolen;
    }

    private void assertFound(String finding) {
        assertEquals(1, mandate("verify-log"), out::toString);
        assertTrue(out.toString().contains(finding), out::toString);
    }

    private static UnixTime now() {
        return UnixTime.of(Instant.now());
    }

    @Test
    void itsEventsAndRowsOfAfterAreRefused() {
        OperatorSecret stolen = stolen();
        try (SqliteStore store = SqliteStore.open(data).get()) {
            Journal forging = new AuthenticatedJournal(store.journal(), stolen.journalMac());
            var unused = new ApiKeyRepository(forging, stolen.tokenHash(), StolenSecretTest::now, new SecureRandom())
                    .create(new Tenant("thief"), "thief", Array.of(Scope.values()));
        }

        assertEquals(1, mandate("api-key list --tenant thief"));
        assertTrue(out.toString().contains("has a wrong MAC"), out::toString);
        assertFound("has a wrong MAC");
    }

    @Test
    void itsCheckpointsAreForgeries() {
        OperatorSecret stolen = stolen();
        assertEquals(0, mandate("api-key create --tenant acme --name bob"), out::toString);
        try (SqliteStore store = SqliteStore.open(data).get()) {
            Checkpoint last = store.checkpoints().latest().get().checkpoint();
            RecordedEvent event = store.journal().events(last.position(), 1).items().head();
            Checkpoint forged = new Checkpoint(
                    last.number() + 1, last.hash(), event.position(), now(), Array.of(new StreamHead(event.stream(), event.version(), event.hash())));
            assertTrue(store.checkpoints()
                    .append(new SignedCheckpoint(forged, stolen.logSigner().key(), stolen.logSigner().sign(forged.bytes())))
                    .isEmpty());
        }

        assertFound("does not carry the signature of the log's key");
    }

    /** The MAC of an event of before is right under it, so the checkpoint of the new key must find the change. */
    @Test
    void itsEventsOfBeforeAreNotCovered() throws Exception {
        OperatorSecret stolen = stolen();
        RecordedEvent forged;
        try (SqliteStore other = SqliteStore.open(Files.createDirectory(data.resolve("other"))).get();
                SqliteStore store = SqliteStore.open(data).get()) {
            RecordedEvent key = store.journal().events(0, Journal.MAX_PAGE).items().find(event -> event.stream().kind().equals("api-key")).get();
            RecordedEvent made = standing(other, stolen);
            forged = RecordedEvent.chained(
                    made.stream(), made.version(), key.position(), made.recordedAt(), made.payload(), made.previous());
        }
        try (Connection journal = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                var change = journal.prepareStatement(
                        "UPDATE event SET stream_kind = ?, stream_id = ?, type = ?, content = ?, recorded_at = ?, schema_version = ?, hash = ? WHERE position = ?")) {
            change.setString(1, forged.stream().kind());
            change.setString(2, forged.stream().id());
            change.setString(3, forged.payload().type());
            change.setString(4, forged.payload().content());
            change.setLong(5, forged.recordedAt().seconds());
            change.setInt(6, forged.payload().schemaVersion());
            change.setBytes(7, forged.hash().toArray());
            change.setLong(8, forged.position());
            assertEquals(1, change.executeUpdate());
        }

        assertFound("events were inserted into tenant-standing/acme");
        assertFalse(out.toString().contains("event 1 of tenant-standing/acme at position " + forged.position() + " has a wrong MAC"), out::toString);
    }

    /** An event as the thief makes it. */
    private static RecordedEvent standing(SqliteStore store, OperatorSecret stolen) {
        assertTrue(new TenantStandings(new AuthenticatedJournal(store.journal(), stolen.journalMac()), StolenSecretTest::now)
                .suspend(ACME, THIEF)
                .isRight());
        return store.journal().events(0, 1).items().head();
    }

    /** Rows have MACs under the new secret alone. */
    @Test
    void theReplacementCannotBeTakenBack() throws Exception {
        OperatorSecret stolen = stolen();
        assertTrue(stolen.replaceIn(file()).isEmpty());
        try (Connection journal = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                Statement change = journal.createStatement()) {
            assertEquals(1, change.executeUpdate("DELETE FROM checkpoint WHERE number = (SELECT max(number) FROM checkpoint)"));
            assertEquals(1, change.executeUpdate("DELETE FROM event WHERE stream_kind = '" + SecretRotations.KIND + "'"));
            assertEquals(1, change.executeUpdate("DELETE FROM state_row WHERE kind = '" + SecretRotations.KIND + "'"));
        }

        assertEquals(1, mandate("api-key list"));
        assertTrue(out.toString().contains("has a wrong MAC"), out::toString);
    }

    @Test
    void withoutAnyCheckpointOfTheNewKeyNothingIsCovered() throws Exception {
        OperatorSecret stolen = stolen();
        Files.delete(data.resolve("journal.anchor"));
        try (Connection journal = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                Statement change = journal.createStatement()) {
            assertEquals(1, change.executeUpdate("DELETE FROM checkpoint WHERE number = (SELECT max(number) FROM checkpoint)"));
        }
        try (SqliteStore store = SqliteStore.open(data).get()) {
            assertTrue(new Checkpointer(store.journal(), store.checkpoints(), stolen.logSigner()).signNext(now()).isRight());
        }

        assertFound("does not carry the signature of the log's key");
    }

    /** A verifier without any secret knows the key from the anchor. */
    @Test
    void anAuditorNeedsNoSecret() throws Exception {
        var unused = stolen();
        Files.delete(file());

        assertEquals(0, mandate("verify-log"), out::toString);
        assertTrue(out.toString().contains("checked with the log's key"), out::toString);
    }

    @Test
    void aServerRefusesIt() {
        OperatorSecret stolen = stolen();
        assertTrue(stolen.replaceIn(file()).isEmpty());

        assertEquals(1, mandate("serve --chain simulated --http-port 0"));

        assertTrue(out.toString().contains("which was replaced: put a copy of the new operator.secret in its place"), out::toString);
    }

    @Test
    void aRunningServerIsRefused() throws Exception {
        try (ServeFixture server = new ServeFixture(data)) {
            assertEquals(201, server.create().statusCode());
            assertEquals(1, mandate("secret rotate"));
            assertTrue(out.toString().contains("in use by this or another process: stop all servers"), out::toString);
        }
        byte[] before = Files.readAllBytes(file());
        assertEquals(0, mandate("secret rotate"), out::toString);
        assertFalse(Arrays.equals(before, Files.readAllBytes(file())));
        try (ServeFixture server = new ServeFixture(data)) {
            assertEquals(201, server.create().statusCode());
        }
        assertEquals(0, mandate("verify-log"), out::toString);
    }

    /** Whatever a command writes meanwhile would have the earlier MAC. */
    @Test
    void aCommandThatHasTheJournalOpenIsWaitedFor() {
        assertEquals(0, mandate("api-key create --tenant acme --name ann"), out::toString);
        try (SqliteGuest guest = SqliteGuest.open(data).get()) {
            assertEquals(1, guest.journal().events(0, 1).items().length());
            assertEquals(1, mandate("secret rotate"));
            assertTrue(out.toString().contains("wait for other commands"), out::toString);
        }
        assertEquals(0, mandate("backup " + data.resolve("after.zip")), out::toString);
        assertEquals(0, mandate("secret rotate"), out::toString);
    }

    @Test
    void anEditedJournalIsRefused() throws Exception {
        assertEquals(0, mandate("api-key create --tenant acme --name ann"), out::toString);
        try (Connection journal = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                Statement change = journal.createStatement()) {
            assertEquals(1, change.executeUpdate("UPDATE state_row SET content = replace(content, 'ann', 'eve') WHERE kind = 'api-key'"));
        }

        assertEquals(1, mandate("secret rotate"));

        assertTrue(out.toString().contains("The secret is not replaced: "), out::toString);
    }

    /** Somebody changes the journal with the earlier secret, after it was verified. */
    private interface Meanwhile {
        void change(Statement journal) throws SQLException;
    }

    private SecretReplacement.Place changed(Meanwhile meanwhile) {
        return new SecretReplacement.Place() {
            @Override
            public Either<StoreProblem, JournalStore> open() {
                return SqliteStore.open(data).map(store -> store);
            }

            @Override
            public Either<StoreProblem, SignedCheckpoint> rewrite(RecordRewrite rewrite) {
                change(meanwhile);
                return SqliteRewriter.rewrite(data, rewrite);
            }

            @Override
            public String name() {
                return data.toString();
            }
        };
    }

    private void change(Meanwhile meanwhile) {
        try (Connection journal = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                Statement statement = journal.createStatement()) {
            meanwhile.change(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private String standing() throws SQLException {
        try (Connection journal = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                Statement statement = journal.createStatement();
                ResultSet row = statement.executeQuery("SELECT content FROM state_row WHERE kind = 'tenant-standing'")) {
            assertTrue(row.next());
            return row.getString(1);
        }
    }

    @Test
    void whatIsChangedAfterTheVerificationIsFoundBeforeTheNewSecretIsInPlace() throws Exception {
        assertEquals(0, mandate("api-key create --tenant acme --name ann"), out::toString);
        assertEquals(0, mandate("tenant suspend acme"), out::toString);
        String suspended = standing();
        assertEquals(0, mandate("tenant resume acme"), out::toString);
        byte[] before = Files.readAllBytes(file());

        Either<String, SecretReplacement.Replaced> refused = new SecretReplacement(
                        data,
                        changed(journal -> assertEquals(
                                1, journal.executeUpdate("UPDATE state_row SET content = '" + suspended + "' WHERE kind = 'tenant-standing'"))))
                .run(THIEF);

        assertTrue(refused.isLeft());
        assertTrue(refused.getLeft().contains("not as it was verified: "), refused::getLeft);
        assertArrayEquals(before, Files.readAllBytes(file()));
        assertEquals(1, mandate("api-key list"));
        assertTrue(out.toString().contains("run mandate secret rotate again"), out::toString);
        assertEquals(1, mandate("secret rotate"));
        assertTrue(out.toString().contains("not as it was verified: "), out::toString);
    }

    @Test
    void aCheckpointThatItSignsDuringAnInterruptionIsNotTaken() throws Exception {
        assertEquals(0, mandate("api-key create --tenant acme --name ann"), out::toString);
        OperatorSecret stolen = OperatorSecret.open(file()).get();
        SecretReplacement interrupted = new SecretReplacement(data, changed(journal -> {}), step -> {
            if (step == SecretReplacement.Step.JOURNAL_REWRITTEN) {
                throw new IllegalStateException("interrupted");
            }
        });
        assertThrows(IllegalStateException.class, () -> interrupted.run(THIEF));
        change(journal -> assertEquals(1, journal.executeUpdate("DELETE FROM checkpoint WHERE number = (SELECT max(number) FROM checkpoint)")));
        try (SqliteStore store = SqliteStore.open(data).get()) {
            assertTrue(new Checkpointer(store.journal(), store.checkpoints(), stolen.logSigner()).signNext(now()).isRight());
        }
        byte[] before = Files.readAllBytes(file());

        assertEquals(1, mandate("secret rotate"));

        assertTrue(out.toString().contains("does not carry the signature of the log's key"), out::toString);
        assertArrayEquals(before, Files.readAllBytes(file()));
    }

    /** Where the file is a mount, say, the system refuses that. */
    @Test
    void theFileIsReplacedOnceBeforeTheJournalIsRewritten() throws Exception {
        assertEquals(0, mandate("api-key create --tenant acme --name ann"), out::toString);
        byte[] content = Files.readAllBytes(file());
        Object before = identity();
        List<Object> seen = new ArrayList<>();

        assertTrue(new SecretReplacement(data, changed(journal -> seen.add(identity())), step -> {}).run(THIEF).isRight());

        assertEquals(1, seen.size());
        assertNotEquals(before, seen.getFirst());
        assertFalse(Arrays.equals(content, Files.readAllBytes(file())));
    }

    private Object identity() {
        try {
            return Files.getAttribute(file(), "unix:ino");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
