package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyBook;
import io.vavr.collection.HashSet;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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

            assertEquals(0, run("revoke", id).code());
            assertTrue(keys(server).authenticate(token).isLeft());
            assertEquals(1, run("rotate", id).code());
        }
    }

    @Test
    void rotatesAKey() {
        String old = run("create", "--name", "robot").out().strip();
        String id = run("list").out().lines().skip(1).findFirst().orElse("").split(" ", 2)[0];

        String next = run("rotate", id, "--grace-seconds", "0").out().strip();

        try (SqliteStore server = SqliteStore.open(folder).get()) {
            assertTrue(keys(server).authenticate(next).isRight());
            assertTrue(keys(server).authenticate(old).isLeft());
        }
    }

    @Test
    void saysWhatItWasCalledWronglyWith() {
        assertEquals(2, run("create").code());
        assertEquals(2, run("create", "--name", " ").code());
        assertEquals(2, run("create", "--name", "x", "--scopes", "read,fly").code());
        assertEquals(2, run("create", "--name", "x", "--tenant", "A!").code());
        assertEquals(2, run("create", "--name", "x", "--expires-in-days", "0").code());
        assertEquals(2, run("revoke", "nothing").code());
        assertEquals(1, run("revoke", "key_0000000000000000").code());
    }

    private Ran run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] all = new String[arguments.length + 3];
        all[0] = "api-key";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[arguments.length + 1] = "--data-dir";
        all[arguments.length + 2] = folder.toString();
        int code = new CommandLine(new Mandate())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
        return new Ran(code, out.toString(), err.toString());
    }

    private ApiKeyBook keys(SqliteStore server) {
        return new ApiKeyBook(
                server.journal(),
                OperatorSecret.open(folder.resolve(OperatorSecret.NAME)).get().tokenHash(),
                () -> new UnixTime(System.currentTimeMillis() / 1000),
                new SecureRandom());
    }
}
