package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.journal.AuthenticatedStore;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyLogCommandTest extends CommandFixture {

    private static final TestLogSigner SIGNER = new TestLogSigner("log");

    @TempDir
    private Path folder = Path.of("");

    private int verifyLog(String... more) {
        return mandate(Array.of("verify-log", "--data-dir", folder.toString()).appendAll(Array.of(more)).toJavaArray(String[]::new));
    }

    private void writeAJournal() {
        try (SqliteStore store = SqliteStore.open(folder).get()) {
            JournalFixture.write(store, SIGNER, "alice", "bob");
        }
    }

    private void edit(String sql) throws Exception {
        edit(sql, 1);
    }

    private void edit(String sql, int rows) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
                Statement statement = connection.createStatement()) {
            assertEquals(rows, statement.executeUpdate(sql));
        }
    }

    private static String key() {
        return Bytes.of(SIGNER.key().toArray()).toHex();
    }

    @Test
    void anIntactJournalIsConfirmed() {
        writeAJournal();
        assertEquals(0, verifyLog("--log-key", key()), out::toString);
        assertTrue(out.toString().contains("events       2 in 2 streams"), out::toString);
        assertTrue(out.toString().contains("✓ nothing was edited"), out::toString);
    }

    @Test
    void anEditedEventIsNamedAndTheCommandFails() throws Exception {
        writeAJournal();
        edit("UPDATE event SET content = 'x' WHERE stream_id = 'bob'");
        assertEquals(1, verifyLog());
        assertTrue(out.toString().contains("✗ event 1 of smart-account/bob (position 2) was edited"), out::toString);
    }

    /** An attacker who edits an event may leave unreadable content. The other events must still be checked. */
    @Test
    void anUnreadableEventIsNamedAndTheRestIsChecked() throws Exception {
        writeAJournal();
        edit("UPDATE event SET type = 'nonsense', content = 'x' WHERE stream_id = 'alice'");
        edit("UPDATE state_row SET content = 'x' WHERE key = 'bob'");

        assertEquals(1, verifyLog(), err::toString);

        assertTrue(out.toString().contains("✗ event 1 of smart-account/alice (position 1) was edited"), out::toString);
        assertTrue(out.toString().contains("✗ row smart-account/bob is not what"), out::toString);
        assertEquals("", err.toString());
    }

    @Test
    void aMissingStreamAndAMissingRowAreNamed() throws Exception {
        writeAJournal();
        edit("DELETE FROM event WHERE stream_id = 'alice'");
        assertEquals(1, verifyLog());
        assertTrue(out.toString().contains("✗ stream smart-account/alice is missing"), out::toString);
        assertTrue(out.toString().contains("✗ row smart-account/alice is not what"), out::toString);
    }

    @Test
    void aMissingStreamOfSeveralCheckpointsIsNamedOnce() throws Exception {
        writeAJournal();
        try (SqliteStore store = SqliteStore.open(folder).get()) {
            for (long version = 1; version <= 3; version++) {
                assertTrue(store.journal()
                        .commit(Commit.at(JournalFixture.NOW)
                                .append(new StreamId("smart-account", "alice"), version, JournalFixture.REGISTERED))
                        .isRight());
                JournalFixture.sign(store, SIGNER);
            }
        }
        edit("DELETE FROM event WHERE stream_id = 'alice'", 4);
        assertEquals(1, verifyLog());
        assertEquals(
                List.of("✗ stream smart-account/alice is missing; checkpoint 4 has it at version 4"),
                out.toString().lines().filter(line -> line.contains("is missing")).toList());
    }

    @Test
    void anotherKeyThanTheLogsIsNoticed() {
        writeAJournal();
        assertEquals(1, verifyLog("--log-key", "00".repeat(32)));
        assertTrue(out.toString().contains("✗ checkpoint 1 does not carry the signature"), out::toString);
    }

    @Test
    void aDamagedPageIsReportedInOneLine() throws Exception {
        writeAJournal();
        Path file = folder.resolve("journal.db");
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 2 * 4096, 3 * 4096, (byte) 0x77);
        Files.write(file, bytes);

        assertEquals(1, verifyLog());
        assertTrue(err.toString().matches("\\S+ is damaged: .*\\. Keep it as it is, and restore the newest backup in another place\\.\\R"), err::toString);
    }

    @Test
    void aMissingJournalIsReportedAndNotCreated() {
        assertEquals(1, verifyLog());
        assertTrue(err.toString().contains("there is no journal"), err::toString);
        assertTrue(Files.notExists(folder.resolve("journal.db")));
    }

    private OperatorSecret writeAnAuthenticatedJournal() {
        OperatorSecret operator = OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get();
        try (SqliteStore plain = SqliteStore.open(folder).get()) {
            JournalFixture.write(new AuthenticatedStore(plain, operator.journalMac()), operator.logSigner(), "alice");
        }
        return operator;
    }

    @Test
    void withTheOperatorsSecretMacsAndSignaturesAreChecked() throws Exception {
        OperatorSecret operator = writeAnAuthenticatedJournal();
        assertEquals(0, verifyLog(), out::toString);
        assertTrue(out.toString().contains("MACs         checked with the operator's secret"), out::toString);
        assertTrue(out.toString().contains("signatures   checked"), out::toString);

        edit("UPDATE state_row SET schema_version = 2");
        assertEquals(1, verifyLog(), operator::toString);
        assertTrue(out.toString().contains("✗ row smart-account/alice has a wrong MAC"), out::toString);
    }

    @Test
    void withoutTheSecretItSaysThatMacsAreNotJudged() throws Exception {
        OperatorSecret operator = writeAnAuthenticatedJournal();
        Files.delete(folder.resolve(OperatorSecret.NAME));
        assertEquals(0, verifyLog("--log-key", Bytes.of(operator.logSigner().key().toArray()).toHex()), out::toString);
        assertTrue(out.toString().contains("MACs         not judged: there is no operator.secret"), out::toString);
        assertEquals(0, verifyLog(), out::toString);
        assertTrue(out.toString().contains("signatures   only that one key made all of them"), out::toString);
    }

    @Test
    void anOlderCopyOfTheWholeJournalIsFoundByACheckpointThatWasNoted() {
        OperatorSecret operator = writeAnAuthenticatedJournal();
        assertEquals(0, verifyLog(), operator::toString);
        String noted = out.toString().lines()
                .filter(line -> line.contains("note "))
                .map(line -> line.substring(line.indexOf("--checkpoint ") + "--checkpoint ".length()))
                .findFirst()
                .orElseThrow();

        assertEquals(0, verifyLog("--checkpoint", noted), out::toString);
        assertEquals(1, verifyLog("--checkpoint", "2" + noted.substring(1)));
        assertTrue(out.toString().contains("✗ checkpoint 2 with hash "), out::toString);
        assertEquals(1, verifyLog("--checkpoint", "1:" + "00".repeat(32)));
        assertEquals(2, verifyLog("--checkpoint", "1"));
        assertEquals(2, verifyLog("--checkpoint", "x:" + "00".repeat(32)));
    }

    @Test
    void aMalformedKeyIsAUsageError() {
        assertEquals(2, verifyLog("--log-key", "abc"));
    }
}
