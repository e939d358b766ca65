package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.adapters.kms.AnchorFile;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.app.Mandate;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.ports.spi.audit.Anchor;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody can do anything with the database, and nothing with the data folder. He has a copy of the journal from before a key was revoked, which
 * is as the engine wrote it.
 */
class AnchoredJournalTest {

    @TempDir
    private Path root = Path.of("");

    private Path data = Path.of("");
    private String key = "";
    private Map<Path, byte[]> before = HashMap.empty();

    /** How a command ended. */
    private record Ended(int code, String out, String err) {

        @CanIgnoreReturnValue
        Ended refused(String why) {
            assertEquals(1, code, this::toString);
            assertTrue((out + err).contains(why), this::toString);
            return this;
        }

        @CanIgnoreReturnValue
        Ended done() {
            assertEquals(0, code, this::toString);
            return this;
        }
    }

    private static Ended mandate(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Mandate.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Ended(code, out.toString(), err.toString());
    }

    private Ended onData(String... command) {
        return mandate(Array.of(command).append("--data-dir").append(data.toString()).toJavaArray(String[]::new));
    }

    @CanIgnoreReturnValue
    private String newKey(String name) {
        return onData("api-key", "create", "--name", name).done().out().strip();
    }

    private String id(String name) {
        return onData("api-key", "list").done().out().lines()
                .filter(line -> line.contains(" " + name + " "))
                .map(line -> line.split(" ", 2)[0])
                .findFirst()
                .orElseThrow();
    }

    private Either<String, Serving> start(Path folder, Consent... consents) {
        return ServeSettings.of(HashMap.of(Setting.CHAIN, "simulated", Setting.HTTP_PORT, "0", Setting.DATA_DIR, folder.toString()))
                .mapLeft(Object::toString)
                .flatMap(settings -> Serving.start(settings, HashSet.of(consents), "test", new PrintWriter(new StringWriter(), true)));
    }

    private void refuseEverything(String why) {
        onData("api-key", "list").refused(why);
        onData("api-key", "create", "--name", "intruder").refused(why);
        onData("verify-log").refused(why);
        Either<String, Serving> started = start(data);
        started.forEach(Serving::close);
        assertTrue(started.isLeft());
        assertTrue(started.getLeft().contains(why), started::getLeft);
    }

    private Map<Path, byte[]> journal() throws IOException {
        Map<Path, byte[]> files = HashMap.empty();
        for (Path file : files("journal.db")) {
            files = files.put(file, Files.readAllBytes(file));
        }
        return files;
    }

    private Array<Path> files(String prefix) throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return Array.ofAll(all.filter(file -> file.getFileName().toString().startsWith(prefix)).toList());
        }
    }

    private void putBack(Map<Path, byte[]> journal) throws IOException {
        empty();
        for (var file : journal) {
            assertEquals(file._1, Files.write(file._1, file._2));
        }
    }

    private void empty() throws IOException {
        for (Path file : files("journal.db")) {
            Files.delete(file);
        }
    }

    private int sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                Statement on = connection.createStatement()) {
            return on.executeUpdate(statement);
        }
    }

    private Anchor anchor() {
        return new AnchorFile(data).read().get();
    }

    @BeforeEach
    void revokeAKey() throws IOException {
        data = root.resolve("data");
        key = newKey("first");
        // Its checkpoint covers what came before.
        String second = newKey("second");
        onData("api-key", "revoke", id("second")).done();
        assertFalse(second.isEmpty());
        before = journal();
        onData("api-key", "revoke", id("first")).done();
        assertFalse(key.isEmpty());
    }

    @Test
    void theWholeJournalPutBackIsRefused() throws IOException {
        putBack(before);
        refuseEverything("the journal has lost commits: checkpoint 2 of ");
        refuseEverything("2 events (1 of api-key, 1 of api-key-end)");
    }

    @Test
    void missingCheckpointsAreRefused() throws SQLException {
        assertEquals(2, sql("DELETE FROM checkpoint"));
        refuseEverything("the journal has lost commits");
    }

    @Test
    void aMissingLastCheckpointIsRefused() throws SQLException {
        assertEquals(1, sql("DELETE FROM checkpoint WHERE number = 2"));
        refuseEverything("the journal has lost commits");
    }

    /** A revoked key would work again at once. */
    @Test
    void aRowThatIsPutBackWithItsEventAndCheckpointIsRefused() throws IOException, SQLException {
        String id = id("first");
        Path copy = root.resolve("copy.db");
        Map<Path, byte[]> now = journal();
        putBack(before);
        assertEquals(copy, Files.copy(data.resolve("journal.db"), copy));
        if (Files.exists(data.resolve("journal.db-wal"))) {
            assertTrue(Files.copy(data.resolve("journal.db-wal"), root.resolve("copy.db-wal")).isAbsolute());
        }
        putBack(now);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                Statement on = connection.createStatement()) {
            assertFalse(on.execute("ATTACH '" + copy + "' AS old"));
            assertEquals(1, on.executeUpdate("DELETE FROM event WHERE stream_id = '" + id + "' AND version = 2"));
            assertEquals(1, on.executeUpdate("UPDATE state_row SET content = (SELECT content FROM old.state_row o WHERE o.kind = 'api-key'"
                    + " AND o.key = state_row.key) WHERE kind = 'api-key' AND key = '" + id + "'"));
            assertEquals(1, on.executeUpdate("DELETE FROM checkpoint WHERE number = 2"));
        }
        refuseEverything("the journal has lost commits");
    }

    @Test
    void aRowThatIsPutBackWithItsEventAloneIsRefused() throws SQLException {
        assertEquals(1, sql("DELETE FROM event WHERE stream_id = '" + id("first") + "' AND version = 2"));
        refuseEverything("covers, is missing or was rewritten: run verify-log");
    }

    @Test
    void aFolderWithoutItsJournalIsRefusedAndNothingIsWritten() throws IOException, SQLException {
        String why = "the journal is empty, and this folder belongs to the journal " + anchor().journal();
        empty();
        onData("api-key", "list").refused("there is no journal");
        onData("verify-log").refused("there is no journal");
        onData("api-key", "create", "--name", "intruder").refused(why);
        refuseEverything(why);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
                ResultSet events = connection.createStatement().executeQuery("SELECT count(*) FROM event")) {
            assertEquals(0, events.getInt(1));
        }
    }

    @Test
    void aConsentIsAFlagOfOneStart() throws IOException {
        empty();
        mandate("serve", "--chain", "simulated", "--http-port", "0", "--data-dir", data.toString(), "--accept-lost-commits")
                .refused("start the server once with --adopt-journal");
    }

    private Path otherJournal() throws IOException {
        Path other = Files.createDirectory(root.resolve("other"));
        assertEquals(
                other.resolve(OperatorSecret.NAME),
                Files.copy(data.resolve(OperatorSecret.NAME), other.resolve(OperatorSecret.NAME)));
        mandate("api-key", "create", "--name", "theirs", "--data-dir", other.toString()).done();
        return other;
    }

    @Test
    void anotherJournalOfTheSameSecretIsRefusedUntilItIsAdopted() throws IOException {
        Path other = otherJournal();
        empty();
        assertEquals(data.resolve("journal.db"), Files.copy(other.resolve("journal.db"), data.resolve("journal.db")));

        refuseEverything("and this folder belongs to the journal " + anchor().journal());
        assertTrue(start(data, Consent.ACCEPT_LOST_COMMITS).isLeft());

        start(data, Consent.ADOPT_JOURNAL).get().close();
        start(data).get().close();
        onData("verify-log").done();
        assertTrue(onData("api-key", "list").done().out().contains("theirs"));
    }

    @Test
    void anOlderJournalIsServedOnceItsLossIsAcceptedAndWhatWasRevokedStaysRevoked() throws IOException {
        putBack(before);
        assertTrue(start(data, Consent.ADOPT_JOURNAL).isLeft());

        start(data, Consent.ACCEPT_LOST_COMMITS).get().close();

        start(data).get().close();
        assertTrue(onData("verify-log").done().out().contains("lost         commits; the operator accepted it at "));
        String listed = onData("api-key", "list").done().out();
        assertEquals(2, listed.lines().filter(line -> line.matches("key_.*Z +20[0-9-]+T[0-9:]+Z")).count(), listed);
    }

    /** The record is there before the anchor is changed, so a crash in between takes no second consent. */
    @Tag("full")
    @Test
    void aCrashAfterTheAcceptanceTakesNoSecondConsent() throws IOException {
        byte[] anchor = Files.readAllBytes(data.resolve(AnchorFile.NAME));
        putBack(before);
        start(data, Consent.ACCEPT_LOST_COMMITS).get().close();
        assertEquals(data.resolve(AnchorFile.NAME), Files.write(data.resolve(AnchorFile.NAME), anchor));

        onData("verify-log").done();
        start(data).get().close();
        onData("verify-log").done();
    }

    /** A checkpoint is committed before the anchor is written. */
    @Test
    void anAnchorBehindTheJournalIsNoLoss() throws IOException {
        byte[] behind = Files.readAllBytes(data.resolve(AnchorFile.NAME));
        newKey("third");
        onData("api-key", "revoke", id("third")).done();
        assertEquals(data.resolve(AnchorFile.NAME), Files.write(data.resolve(AnchorFile.NAME), behind));

        onData("verify-log").done();
        start(data).get().close();
        assertTrue(anchor().last().get().number() >= 3);
    }

    @Tag("full")
    @Test
    void aRestoredBackupIsServedWithoutAConsentAndRecordsTheLoss() {
        Path file = root.resolve("backup.zip");
        onData("backup", file.toString()).done();
        newKey("after the backup");
        Path restored = root.resolve("restored");
        assertTrue(mandate("restore", file.toString(), "--data-dir", restored.toString()).done().err().contains("must not run any more"));

        start(restored).get().close();
        String verified = mandate("verify-log", "--data-dir", restored.toString()).done().out();
        assertTrue(verified.contains("the operator accepted it"), verified);
        int recorded = events(restored, "lost-commits");
        start(restored).get().close();
        assertEquals(1, recorded);
        assertEquals(1, events(restored, "lost-commits"));
    }

    private static int events(Path folder, String kind) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
                ResultSet count = connection
                        .createStatement()
                        .executeQuery("SELECT count(*) FROM event WHERE stream_kind = '" + kind + "'")) {
            return count.getInt(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Tag("full")
    @Test
    void aBackupThatIsOlderThanTheAnchorOfTheFolderTakesAConsent() throws IOException {
        Path file = root.resolve("backup.zip");
        onData("backup", file.toString()).done();
        newKey("third");
        onData("api-key", "revoke", id("third")).done();
        for (Path all : files("")) {
            if (!Files.isDirectory(all) && !AnchorFile.FILES.contains(all.getFileName().toString())) {
                Files.delete(all);
            }
        }

        onData("restore", file.toString()).done();

        refuseEverything("the journal has lost commits");
        start(data, Consent.ACCEPT_LOST_COMMITS).get().close();
        start(data).get().close();
    }

    @Test
    void aBackupOfAnotherJournalIsNotRestoredBesideAnAnchor() throws IOException {
        Path file = root.resolve("backup.zip");
        mandate("backup", file.toString(), "--data-dir", otherJournal().toString()).done();
        for (Path all : files("")) {
            if (!AnchorFile.FILES.contains(all.getFileName().toString())) {
                Files.delete(all);
            }
        }
        onData("restore", file.toString()).refused("belongs to another journal");
        assertTrue(Option.of(anchor()).isDefined());
    }

    @Test
    void aDamagedAnchorIsNotTakenForAMissingOne() throws IOException {
        Path file = data.resolve(AnchorFile.NAME);
        assertEquals(file, Files.writeString(file, Files.readString(file).replace("checkpoint 2", "checkpoint 1")));
        refuseEverything("is damaged");
        assertTrue(start(data, Consent.ACCEPT_LOST_COMMITS, Consent.ADOPT_JOURNAL).isLeft());
    }
}
