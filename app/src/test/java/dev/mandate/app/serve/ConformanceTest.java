package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.Mandate;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server keeps the promises of the interface, and a server that breaks one is found. Starts a server, and a faulty one before it. */
class ConformanceTest {

    @TempDir
    private static Path folder;

    private static ServeFixture server;
    private static FaultyProxy proxy;

    @BeforeAll
    static void start() {
        server = new ServeFixture(
                folder.resolve("data"),
                HashMap.of(
                        Setting.MAIL, "file:" + mails(),
                        Setting.PASSKEY_RP_ID, "wallet.example.com",
                        Setting.PASSKEY_ORIGINS, "https://wallet.example.com",
                        Setting.CREATIONS_PER_KEY_PER_DAY, "1000",
                        Setting.CREATION_BUDGET_LAMPORTS, "100000000000"));
        proxy = new FaultyProxy(server.port());
    }

    @AfterAll
    static void stop() {
        proxy.close();
        server.close();
    }

    private static Path mails() {
        return folder.resolve("mails");
    }

    /** What a run printed. */
    private record Run(int code, String out) {}

    private static Run run(String... arguments) {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out, true);
        int code = Mandate.commandLine()
                .setOut(writer)
                .setErr(writer)
                .execute(Array.of(arguments).prepend("conformance").toJavaArray(String[]::new));
        assertFalse(out.toString().contains(ServeFixture.TOKEN), out::toString);
        return new Run(code, out.toString());
    }

    private static Run play(String url, String... more) {
        return run(Array.of("--url", url, "--api-key", ServeFixture.TOKEN).appendAll(Array.of(more)).toJavaArray(String[]::new));
    }

    private static String served() {
        return "http://127.0.0.1:" + server.port();
    }

    @Test
    void aHandfulOfPromisesIsKept() {
        Run run = play(
                served(),
                "--mail-dir", mails().toString(),
                "--only", "common-headers/two-network-headers",
                "--only", "authentication/a-session-approves-a-transaction",
                "--only", "group-e-passkeys/",
                "--only", "states/an-approved-transaction-waits-for-the-time-lock");

        assertEquals(0, run.code(), run::out);
        assertTrue(run.out().stripTrailing().endsWith("8 passed, 0 failed, 0 skipped"), run::out);
    }

    @Test
    @Tag("full")
    void everyPromiseIsKept() {
        Run run = play(served(), "--network", "mainnet", "--mail-dir", mails().toString());

        assertEquals(0, run.code(), run::out);
        assertTrue(run.out().stripTrailing().endsWith(" passed, 0 failed, 0 skipped"), run::out);
    }

    @ParameterizedTest
    @EnumSource(names = {"WRONG_STATUS", "SERVER_ERROR", "MISSING_MEMBER", "WRONG_TYPE", "CREATED_TWICE"})
    void aPlantedFaultIsFound(PlantedFault fault) {
        assertFinds(fault);
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyPlantedFaultIsFound(PlantedFault fault) {
        assertFinds(fault);
    }

    private static void assertFinds(PlantedFault fault) {
        proxy.plant(fault);
        Run run = play(proxy.url(), "--mail-dir", mails().toString(), "--only", fault.script());

        assertEquals(1, run.code(), run::out);
        assertTrue(run.out().contains("  FAILED   " + fault.script()), run::out);
    }

    /** What finds a planted fault is the fault. */
    @Test
    @Tag("full")
    void withoutAFaultTheProxyIsAsGoodAsTheServer() {
        proxy.plant(PlantedFault.NONE);
        Array<String> scripts = Array.of(PlantedFault.values()).flatMap(fault -> Array.of("--only", fault.script()));
        Run run = play(proxy.url(), scripts.prependAll(Array.of("--mail-dir", mails().toString())).toJavaArray(String[]::new));

        assertEquals(0, run.code(), run::out);
    }

    @Test
    void whatTheServerCannotGiveIsSkippedAndSaysWhy() {
        Run run = play(served(), "--only", "group-b-accounts-by-email/the-right-code");

        assertEquals(0, run.code(), run::out);
        assertTrue(run.out().contains("  skipped  group-b-accounts-by-email/the-right-code-creates-the-account"), run::out);
        assertTrue(run.out().contains("mails cannot be read without --mail-dir"), run::out);
    }

    @Test
    void aServerThatDoesNotAnswerBreaksItsPromises() {
        Run run = play("http://127.0.0.1:1", "--only", "resources/accounts-are-listed", "--only", "versioning/a-healthy");

        assertEquals(1, run.code(), run::out);
        assertTrue(run.out().contains("0 passed, 2 failed, 0 skipped"), run::out);
        assertTrue(run.out().contains("no answer: ConnectException"), run::out);
    }

    @Test
    void theReportIsWrittenForMachinesToo() throws IOException {
        Path report = folder.resolve("report.xml");
        Run run = play(served(), "--only", "errors/an-unknown-path-is-404", "--junit", report.toString());

        assertEquals(0, run.code(), run::out);
        assertTrue(Files.readString(report).contains("<testcase classname=\"errors\" name=\"an-unknown-path-is-404\"></testcase>"));
    }

    @Test
    void theListNamesEveryScriptAndPromise() {
        Run run = run("--list", "--only", "errors/an-unknown-path");

        assertEquals(0, run.code(), run::out);
        assertEquals(
                "errors/an-unknown-path-is-404" + System.lineSeparator() + "    A path that the interface does not have is 404. (Errors)",
                run.out().stripTrailing());
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertEquals(2, run("--api-key", "k").code());
        assertEquals(2, run("--url", "http://127.0.0.1:1").code());
        assertEquals(2, play("ftp://host").code());
        assertEquals(2, play("http://user:password@host").code());
        assertEquals(2, play(served(), "--network", "testnet").code());
        assertEquals(2, play(served(), "--only", "no/such/script").code());
        assertEquals(2, run("--no-such-option").code());
    }
}
