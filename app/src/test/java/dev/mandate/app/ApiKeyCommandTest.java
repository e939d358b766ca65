package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.access.Scope;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.journal.AuthenticatedJournal;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiKeyCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private record Ran(int code, String out, String err) {}

    @Test
    void makesAKeyThatIsGoodAtOnce() {
        Ran made = run("create", "--name", "robot", "--scopes", "read,create", "--tenant", "acme");

        assertEquals(0, made.code(), made::err);
        try (SqliteStore server = SqliteStore.open(folder).get()) {
            var caller = keys(server).authenticate(made.out().strip()).get();
            assertEquals("acme", caller.tenant().name());
            assertEquals(HashSet.of(Scope.READ, Scope.CREATE), caller.scopes());
        }
    }

    @Test
    void worksBesideARunningServer() {
        try (SqliteStore server = SqliteStore.open(folder).get()) {
            Ran made = run("create", "--name", "robot");
            String token = made.out().strip();
            assertTrue(keys(server).authenticate(token).isRight(), made::err);

            Ran listed = run("list");
            String id = listed.out().lines().skip(1).findFirst().orElse("").split(" ", 2)[0];
            assertTrue(listed.out().contains("robot"), listed::out);
            assertFalse(listed.out().contains(token), "a list shows the token");

            assertTrue(lineOf(id).matches(".*  - +-"), listed::out);
            assertEquals(0, run("revoke", id).code());
            assertTrue(lineOf(id).matches(".*(  \\d{4}-\\d\\d-\\d\\dT\\S+Z){3}"), "a revoked key without the time of it");
            assertTrue(keys(server).authenticate(token).isLeft());
            assertEquals(1, run("rotate", id).code());
        }
    }

    @Test
    void rotatesAKey() {
        String old = run("create", "--name", "robot").out().strip();
        String id = firstId();

        String next = run("rotate", id, "--grace-seconds", "0").out().strip();

        try (SqliteStore server = SqliteStore.open(folder).get()) {
            assertTrue(keys(server).authenticate(next).isRight());
            assertTrue(keys(server).authenticate(old).isLeft());
        }
    }

    @Test
    void makesAndRotatesKeysThatAreUuids() {
        String first = run("create", "--name", "passkeys", "--uuid").out().strip();
        String next = run("rotate", firstId(), "--uuid").out().strip();

        try (SqliteStore server = SqliteStore.open(folder).get()) {
            for (String token : Array.of(first, next)) {
                assertEquals(token, UUID.fromString(token).toString());
                assertTrue(keys(server).authenticate(token).isRight());
            }
        }
    }

    @Test
    void refusesMalformedArguments() {
        assertEquals(2, run("create").code());
        assertEquals(2, run("create", "--name", " ").code());
        Ran unknownScope = run("create", "--name", "x", "--scopes", "read,fly");
        assertEquals(2, unknownScope.code());
        assertTrue(unknownScope.err().contains("there is no \"fly\""), unknownScope::err);
        assertTrue(unknownScope.err().contains("Usage: mandate api-key create"), unknownScope::err);
        assertEquals(2, run("create", "--name", "x", "--tenant", "A!").code());
        assertEquals(2, run("create", "--name", "x", "--expires-in-days", "0").code());
        assertEquals(2, run("revoke", "nothing").code());
        assertEquals(1, run("revoke", "key_0000000000000000").code());
    }

    /** The folder may be a typing error, and the server may use another one. */
    @Test
    void reportsThatItCreatedTheSecret() {
        assertTrue(run("create", "--name", "first").err().contains("one is made"));
        assertFalse(run("create", "--name", "second").err().contains("one is made"));
    }

    /** The server of that journal would not know the key. */
    @Test
    void noSecretIsMadeForAJournalThatHasOne() throws IOException {
        assertEquals(0, run("create", "--name", "first").code());
        Path secret = folder.resolve(OperatorSecret.NAME);
        Files.delete(secret);

        Ran again = run("create", "--name", "second");

        assertEquals(1, again.code());
        assertEquals("", again.out());
        assertTrue(again.err().contains("there is no key at " + secret + ", and the journal in " + folder), again::err);
        assertFalse(Files.exists(secret), "a secret was made");
    }

    @Test
    void anotherSecretThanTheJournalsIsRefused() throws IOException {
        assertEquals(0, run("create", "--name", "first").code());
        String id = firstId();
        Path secret = folder.resolve(OperatorSecret.NAME);
        Files.delete(secret);
        assertTrue(OperatorSecret.openOrCreate(secret).isRight());

        for (String[] call : new String[][] {{"create", "--name", "second"}, {"rotate", id}, {"revoke", id}, {"list"}}) {
            Ran ran = run(call);
            assertEquals(1, ran.code());
            assertTrue(ran.err().contains(secret + " is not what the journal in " + folder), ran::err);
        }
    }

    /** The folder may be a typing error. With a new file in it the server would not start any more. */
    @Test
    void listRotateAndRevokeCreateNoFile() throws IOException {
        Path nowhere = folder.resolve("nowhere");
        String id = "key_0000000000000000";

        for (String[] call : new String[][] {{"list"}, {"revoke", id}, {"rotate", id}}) {
            Ran ran = runIn(nowhere, call);
            assertEquals(1, ran.code(), ran::err);
            assertTrue(ran.err().contains("there is no journal at"), ran::err);
        }

        try (Stream<Path> there = Files.list(folder)) {
            assertEquals(List.of(), there.toList());
        }
    }

    @Test
    void refusesTimesTooFarInTheFuture() {
        assertEquals(0, run("create", "--name", "robot", "--expires-in-days", "36500").code());
        String id = firstId();

        Ran graced = run("rotate", id, "--grace-seconds", "9223372036854775807");
        Ran expiring = run("create", "--name", "x", "--expires-in-days", "2147483647");

        assertEquals(2, graced.code());
        assertTrue(graced.err().contains("--grace-seconds is 0 to 31536000"), graced::err);
        assertEquals(2, expiring.code());
        assertTrue(expiring.err().contains("--expires-in-days is 1 to 36500"), expiring::err);
        assertEquals(0, run("rotate", id, "--grace-seconds", "31536000").code());
        assertEquals(0, run("list").code());
    }

    /** An attacker who can write to the database, but lacks the secret, inserts a key for a tenant: a row with the hash of a known token. */
    @Test
    void aKeyThatWasWrittenIntoTheDatabaseIsNotAccepted() throws Exception {
        assertEquals(0, run("create", "--name", "robot").code());
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
                Statement statement = connection.createStatement()) {
            assertEquals(1, statement.executeUpdate("INSERT INTO state_row SELECT kind, 'key_0000000000000000', type, schema_version,"
                    + " replace(content, key, 'key_0000000000000000'), NULL FROM state_row WHERE kind = 'api-key'"));
        }

        Ran listed = run("list");

        assertEquals(1, listed.code());
        assertTrue(listed.err().contains("row api-key/key_0000000000000000 has a wrong MAC"), listed::err);
        assertEquals("", listed.out());
    }

    @Test
    void saysWhyAKeyIsNotRotatedTwice() {
        assertEquals(0, run("create", "--name", "robot").code());
        String id = firstId();
        assertEquals(0, run("rotate", id).code());

        Ran again = run("rotate", id);

        assertEquals(1, again.code());
        assertEquals("", again.out());
        assertTrue(again.err().contains("Another key has come in the place of " + id), again::err);
    }

    private String lineOf(String id) {
        return run("list").out().lines().filter(line -> line.startsWith(id)).findFirst().orElse("");
    }

    private String firstId() {
        return run("list").out().lines().skip(1).findFirst().orElse("").split(" ", 2)[0];
    }

    private Ran run(String... arguments) {
        return runIn(folder, arguments);
    }

    private static Ran runIn(Path data, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Mandate.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Array.of(arguments)
                        .prepend("api-key")
                        .appendAll(Array.of("--data-dir", data.toString()))
                        .toJavaArray(String[]::new));
        return new Ran(code, out.toString(), err.toString());
    }

    private ApiKeyRepository keys(SqliteStore server) {
        OperatorSecret operator = OperatorSecret.open(folder.resolve(OperatorSecret.NAME)).get();
        return new ApiKeyRepository(
                new AuthenticatedJournal(server.journal(), operator.journalMac()),
                operator.tokenHash(),
                ServerClock.of(InstantSource.system()),
                new SecureRandom());
    }
}
