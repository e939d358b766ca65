package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.app.crash.TestSchema;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a journal in PostgreSQL. */
class CommandsOnPostgresTest extends CommandFixture {

    private static final UnixTime NOW = JournalFixture.NOW;

    private final TestSchema schema;

    CommandsOnPostgresTest() throws SQLException {
        this.schema = TestSchema.make();
    }

    @AfterEach
    void dropSchema() throws SQLException {
        schema.close();
    }

    private int verifyLog(String store) {
        return mandate("verify-log", "--store", store);
    }

    private void writeAJournal() {
        try (PostgresStore store =
                PostgresSettings.parse(schema.url()).flatMap(PostgresStore::open).get()) {
            JournalFixture.write(store, new TestLogSigner("log"), "alice", "bob");
        }
    }

    @Test
    void anIntactJournalIsConfirmedAndNoPasswordShown() {
        writeAJournal();
        assertEquals(0, verifyLog(schema.url()), () -> out.toString() + err);
        assertTrue(out.toString().contains("schema " + schema.name()), out::toString);
        assertTrue(out.toString().contains("events       2 in 2 streams"), out::toString);
        assertFalse(out.toString().contains("password"), out::toString);
    }

    @Test
    void anEditedEventIsNamedAndTheCommandFails() throws SQLException {
        writeAJournal();
        schema.execute("UPDATE event SET content = 'x' WHERE stream_id = 'bob'");
        assertEquals(1, verifyLog(schema.url()));
        assertTrue(out.toString().contains("✗ event 1 of smart-account/bob (position 2) was edited"), out::toString);
    }

    @Test
    void aMissingStreamAndAMissingRowAreNamed() throws SQLException {
        writeAJournal();
        schema.execute("DELETE FROM event WHERE stream_id = 'alice'");
        assertEquals(1, verifyLog(schema.url()));
        assertTrue(out.toString().contains("✗ stream smart-account/alice is missing"), out::toString);
        assertTrue(out.toString().contains("✗ row smart-account/alice is not what"), out::toString);
    }

    @Test
    void verifyLogReportsAMissingJournal() {
        assertEquals(1, verifyLog(schema.url()));
        assertTrue(err.toString().contains("there is no journal"), err::toString);
    }

    @Test
    void deadLettersAreProcessedBesideAServer() {
        try (PostgresStore server =
                PostgresSettings.parse(schema.url()).flatMap(PostgresStore::open).get()) {
            OutboxMessage message = new OutboxMessage("mail", new Tenant("acme"), new StreamId("account", "alice"), JournalFixture.REGISTERED);
            assertTrue(server.journal().commit(Commit.at(NOW).sending(message).sending(message)).isRight());
            Lease first = server.outbox().claim(Claim.of("mail", NOW, 30)).get().lease();
            assertEquals(Option.none(), server.outbox().bury(first, "550 no such user", NOW));

            assertEquals(0, mandate("dead-letters", "list", "--store", schema.url()), err::toString);
            assertTrue(out.toString().contains("account/alice"), out::toString);
            assertTrue(out.toString().contains("550 no such user"), out::toString);
            assertEquals(0, mandate("dead-letters", "discard", "--store", schema.url(), "" + first.number()), err::toString);
            assertEquals(1, mandate("dead-letters", "retry", "--store", schema.url(), "" + first.number()));

            assertTrue(server.outbox().claim(Claim.of("mail", NOW, 30)).isDefined());
        }
    }

    @Test
    void deadLettersCreateNoJournal() {
        assertEquals(1, mandate("dead-letters", "list", "--store", schema.url()));
        assertTrue(err.toString().contains("there is no journal"), err::toString);
        assertEquals(1, mandate("dead-letters", "list", "--store", schema.url()));
    }

    @Test
    void anotherFolderGetsNoSecretOfItsOwn(@TempDir Path folder) {
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        assertEquals(0, createIn(first), err::toString);

        assertEquals(1, createIn(second));

        assertTrue(err.toString().contains("there is no key at " + second.resolve(OperatorSecret.NAME)), err::toString);
        assertTrue(err.toString().contains("was written with one"), err::toString);
        assertFalse(Files.exists(second), "a secret was made");
        assertEquals(0, createIn(first), err::toString);
    }

    @Test
    void accountsAreFrozenAndTenantsSuspended(@TempDir Path folder) {
        assertEquals(0, createIn(folder), err::toString);
        String account = "7Fk4URYdRqiTqSLf38HbgHPjgq7ejncMiUvMyeu48vRQ";

        assertEquals(1, on(folder, "account", "freeze", account, "--network", "devnet", "--why", "a leak"), "an account that nobody has");
        assertTrue(err.toString().contains("Nothing is frozen: no tenant has the account " + account), err::toString);
        assertEquals(0, on(folder, "account", "freeze", account, "--network", "devnet", "--why", "a leak", "--by", "ops", "--unknown"), err::toString);
        assertTrue(out.toString().contains("No tenant has the account."), out::toString);
        assertEquals(0, on(folder, "account", "freeze", account, "--network", "devnet", "--why", "a leak", "--unknown"), err::toString);
        assertTrue(out.toString().contains("by ops: a leak"), out::toString);
        assertEquals(0, on(folder, "account", "thaw", account, "--network", "devnet"), err::toString);
        assertEquals(2, on(folder, "account", "freeze", account, "--network", "develop", "--why", "a leak"));
        assertEquals(2, on(folder, "account", "freeze", "nobody", "--network", "devnet", "--why", "a leak"));
        assertEquals(0, on(folder, "tenant", "suspend", "default"), err::toString);
        assertEquals(1, on(folder, "tenant", "suspend", "defualt"), "a tenant that nobody knows");
        assertEquals(0, on(folder, "tenants"), err::toString);
        assertTrue(out.toString().matches("(?s).*default +suspended +0 +1 +-.*"), out::toString);
        assertEquals(0, on(folder, "submissions", "--pending"), err::toString);
        assertTrue(out.toString().contains("No submission is pending."), out::toString);
        assertEquals(0, on(folder, "api-key", "revoke", "--all", "--tenant", "default"), err::toString);
        assertEquals(2, on(folder, "api-key", "revoke", "--all"), "all keys of a tenant that was not named");
        assertEquals(0, on(folder, "verify-log"), out::toString);
    }

    private int on(Path folder, String... command) {
        return mandate(Array.of(command)
                .appendAll(Array.of("--store", schema.url(), "--data-dir", folder.toString()))
                .toJavaArray(String[]::new));
    }

    private int createIn(Path folder) {
        return mandate("api-key", "create", "--name", "robot", "--store", schema.url(), "--data-dir", folder.toString());
    }

    @Test
    void aMalformedStoreIsAUsageErrorAndNotQuoted() {
        assertEquals(2, verifyLog("jdbc:oracle://host/db?password=hunter2"));
        assertEquals(2, verifyLog("jdbc:postgresql://host/db?password=hunter2&no-such=1"));
        assertTrue(err.toString().contains("no-such"), err::toString);
        assertFalse(err.toString().contains("hunter2"), err::toString);
    }
}
