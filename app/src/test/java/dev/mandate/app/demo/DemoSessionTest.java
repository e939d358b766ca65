package dev.mandate.app.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.DocumentedClient;
import dev.mandate.domain.chain.Address;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

/** A story with an unexpected result says so. */
class DemoSessionTest {

    private static final DemoCall UNKNOWN = DemoCall.get("/api/v1/smart-accounts/" + Address.ZERO);
    private static final DemoCall MALFORMED = DemoCall.post("/api/v1/smart-accounts").put("threshold", "two");

    private final OpenApiCheck check = DocumentedClient.check();
    private final StringWriter printed = new StringWriter();
    private final DemoOutput output = new DemoOutput(new PrintWriter(printed, true), Ansi.OFF);
    private DemoEnvironment environment;
    private DemoClient client;
    private DemoSession session;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        environment = DemoEnvironment.open(folder, DemoEnvironment.Retention.TEMPORARY, Option.none(), "test")
                .getOrElseThrow(problem -> new AssertionError(problem));
        client = environment.client(DocumentedClient.client(check));
        session = new DemoSession(output, client, new SimulatedDemoNetwork(client));
    }

    @AfterEach
    void close() {
        client.close();
        environment.close();
    }

    @Test
    void aRefusalForTheReasonThatWasExpectedHolds() {
        session.refuses("a look at nothing", UNKNOWN, "unknown_account");
        session.refuses("nonsense", MALFORMED, "missing_field", "wrong_type");

        assertTrue(output.end(), printed::toString);
        assertTrue(printed.toString().contains("404 unknown_account: You have no account at the System program"));
    }

    @Test
    void aRefusalForAnotherReasonIsBroken() {
        assertBroken(at -> at.refuses("a look at nothing", UNKNOWN, "unknown_limit"), "refused for another reason");
    }

    @Test
    void aReasonMoreOrLessIsAnotherReason() {
        assertBroken(at -> at.refuses("nonsense", MALFORMED, "missing_field"), "refused for another reason");
        assertBroken(
                at -> at.refuses("a look at nothing", UNKNOWN, "unknown_account", "wrong_type"),
                "refused for another reason");
    }

    @Test
    void anUnexpectedSuccessIsBroken() {
        assertBroken(
                at -> at.refuses("a look around", DemoCall.get("/api/v1/smart-accounts"), "unknown_account"),
                "should have been refused");
    }

    @Test
    void anUnexpectedRefusalIsBroken() {
        assertBroken(at -> at.lands("nonsense", Address.ZERO, MALFORMED), "wrong_type");
        assertBroken(at -> at.creates("nonsense", MALFORMED, account -> {}), "wrong_type");
    }

    @Test
    void aStoppedServerIsBroken() {
        environment.close();
        assertBroken(at -> at.refuses("a look at nothing", UNKNOWN, "unknown_account"), "no_answer");
    }

    private void assertBroken(Consumer<DemoSession> play, String words) {
        StringWriter text = new StringWriter();
        DemoOutput demo = new DemoOutput(new PrintWriter(text, true), Ansi.OFF);
        play.accept(new DemoSession(demo, client, new SimulatedDemoNetwork(client)));
        assertFalse(demo.end(), text::toString);
        assertTrue(text.toString().contains("! broken"), text::toString);
        assertTrue(text.toString().contains(words), text::toString);
        assertEquals(0, printed.toString().length());
    }
}
