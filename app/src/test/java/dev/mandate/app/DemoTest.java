package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine;

class DemoTest {

    /** The prefix of every API key and its 256 bits in base64. */
    private static final Pattern API_KEY = Pattern.compile("mk_[A-Za-z0-9_-]{43}");

    /** A request in the demo's output. */
    private static final Pattern SENT = Pattern.compile("\\b(GET|POST|PATCH|DELETE) ");

    private final OpenApiCheck check = DocumentedClient.check();

    @Test
    void theDemoPlaysToItsEndAndEveryOutcomeIsAsItShouldBe() {
        StringWriter told = new StringWriter();
        int exitCode = commandLine().setOut(new PrintWriter(told, true)).execute("demo");
        assertEquals(0, exitCode, told::toString);
        assertTrue(told.toString().contains("All 81 outcomes of 12 steps are as they should be"), told::toString);
        assertFalse(told.toString().contains("broken"), told::toString);
    }

    @Test
    void everyExchangeOfTheDemoIsAsTheDocumentSays() {
        String told = play();
        long asked = told.lines().mapToLong(line -> SENT.matcher(line).results().count()).sum();
        assertTrue(asked > 50, told);
        assertTrue(check.held() >= asked, () -> check.held() + " exchanges were held, and at least " + asked + " made");
    }

    @Test
    void theDemoTellsTheSameStoryEveryTime() {
        assertEquals(alike(play()), alike(play()));
    }

    /** A vote's memo contains a fingerprint in base58. Every seventeenth fingerprint or so is one character shorter. */
    private static String alike(String told) {
        return told.replaceAll("approve, 50[67] bytes", "approve, 50x bytes")
                .replaceAll("49[23] bytes, to be signed by Alice, Bob", "49x bytes, to be signed by Alice, Bob")
                .replaceAll("(347|348) bytes, to be signed by Vic", "a vote's bytes, to be signed by Vic");
    }

    @Test
    void theJournalStaysWhereItWasWantedAndAnybodyCanVerifyIt(@TempDir Path folder) {
        Path data = folder.resolve("demo");
        String told = play("--data-dir", data.toString());
        String command = told.lines()
                .filter(line -> line.contains("./mandate verify-log "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(told));
        String[] arguments = command.substring(command.indexOf("verify-log ")).split(" ", -1);
        StringWriter report = new StringWriter();
        assertEquals(0, Mandate.commandLine().setOut(new PrintWriter(report, true)).execute(arguments), report::toString);
        assertTrue(report.toString().contains("unsigned     0 events"), report::toString);
    }

    @Test
    void theApiKeyIsOnNoScreenAndInNoFile(@TempDir Path folder) throws IOException {
        Path data = folder.resolve("demo");
        assertFalse(API_KEY.matcher(play("--data-dir", data.toString())).find());
        try (Stream<Path> files = Files.walk(data).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertFalse(API_KEY.matcher(content).find(), file::toString);
            }
        }
    }

    @Test
    void theTemporaryFolderGoesWithAllThatIsInIt(@TempDir Path parent) throws IOException {
        StringWriter told = new StringWriter();
        PrintWriter out = new PrintWriter(told, true);
        assertEquals(0, demo().playBelow(parent, out, out), told::toString);
        try (Stream<Path> left = Files.list(parent)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aFolderThatHoldsSomethingIsLeftAlone(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("journal.db"), "somebody's");
        StringWriter refused = new StringWriter();
        int exitCode = commandLine()
                .setErr(new PrintWriter(refused, true))
                .execute("demo", "--data-dir", folder.toString());
        assertEquals(1, exitCode);
        assertTrue(refused.toString().contains("is not empty"), refused::toString);
        assertEquals("somebody's", Files.readString(folder.resolve("journal.db")));
    }

    @Test
    void readmeShowsTheDemoAsItIs() throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        String told = play();
        for (String[] step : new String[][] {
            {"     8  A transfer", "The demo starts"}, {"    12  The server stops", "and its last words"}
        }) {
            String shown = readme.substring(readme.indexOf(step[0]), readme.indexOf(step[1]));
            assertTrue(told.contains(shown.stripTrailing().indent(-4)), shown);
        }
        String end = readme.substring(readme.indexOf("    All "), readme.indexOf("## The server"));
        assertTrue(told.contains(end.strip()), end);
    }

    /** Returns the command line, but the demo's client checks its exchanges against the document. */
    private CommandLine commandLine() {
        CommandLine commands = Mandate.commandLine();
        CommandSpec replaced = commands.getCommandSpec().removeSubcommand("demo").getCommandSpec();
        return commands.addSubcommand(replaced.name(), demo());
    }

    private DemoCommand demo() {
        return new DemoCommand(() -> DocumentedClient.client(check), Pause.SLEEP);
    }

    private String play(String... more) {
        StringWriter told = new StringWriter();
        String[] arguments = Stream.concat(Stream.of("demo"), Stream.of(more)).toArray(String[]::new);
        int exitCode = commandLine().setOut(new PrintWriter(told, true)).execute(arguments);
        assertEquals(0, exitCode, told::toString);
        return told.toString();
    }
}
