package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import io.vavr.Lazy;
import io.vavr.collection.Array;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine;

class DemoTest {

    /** The prefix of every API key and its 256 bits in base64. */
    private static final Pattern API_KEY = Pattern.compile("mk_[A-Za-z0-9_-]{43}");

    /** A request in the demo's output. */
    private static final Pattern SENT = Pattern.compile("\\b(GET|POST|PATCH|DELETE) ");

    private static final String VERIFY = "./mandate verify-log ";

    private static final OpenApiCheck CHECK = DocumentedClient.check();

    /** What the demo printed, and which files it left. */
    private record Played(String printed, Array<Path> left) {}

    private static final Lazy<Played> PLAYED = Lazy.of(DemoTest::play);

    private static Played play() {
        try {
            Path parent = Files.createTempDirectory("mandate-demo-test-");
            StringWriter printed = new StringWriter();
            PrintWriter out = new PrintWriter(printed, true);
            assertEquals(0, demo().playBelow(parent, out, out), printed::toString);
            try (Stream<Path> left = Files.list(parent)) {
                return new Played(printed.toString(), Array.ofAll(left.toList()));
            } finally {
                Files.delete(parent);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyOutcomeIsAsItShouldBe() {
        String printed = PLAYED.get().printed();
        assertTrue(printed.contains("All 83 outcomes of 13 steps are as they should be"), printed);
        assertFalse(printed.contains("broken"), printed);
    }

    @Test
    void everyExchangeMatchesTheDocument() {
        String printed = PLAYED.get().printed();
        long requests = printed.lines().mapToLong(line -> SENT.matcher(line).results().count()).sum();
        assertTrue(requests > 50, printed);
        assertTrue(CHECK.held() >= requests, () -> CHECK.held() + " exchanges were held, and at least " + requests + " made");
    }

    @Test
    void theTemporaryFolderIsRemoved() {
        assertEquals(Array.empty(), PLAYED.get().left());
    }

    @Test
    void readmeShowsTheDemoAsItIs() throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        String printed = PLAYED.get().printed();
        for (String[] step : new String[][] {
            {"     8  A transfer", "The demo starts"}, {"    13  The server stops", "and its last words"}
        }) {
            String shown = readme.substring(readme.indexOf(step[0]), readme.indexOf(step[1]));
            assertTrue(printed.contains(shown.stripTrailing().indent(-4)), shown);
        }
        String end = readme.substring(readme.indexOf("    All "), readme.indexOf("## The server"));
        assertTrue(printed.contains(end.strip()), end);
    }

    @Tag("full")
    @Test
    void aSecondRunIsTheSameAndItsKeptJournalIsVerifiable(@TempDir Path folder) throws IOException {
        Path data = folder.resolve("demo");
        StringWriter out = new StringWriter();
        assertEquals(
                0, commandLine().setOut(new PrintWriter(out, true)).execute("demo", "--data-dir", data.toString()), out::toString);
        String printed = out.toString();
        assertEquals(alike(PLAYED.get().printed()), alike(printed));
        assertFalse(API_KEY.matcher(printed).find());
        try (Stream<Path> files = Files.walk(data).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertFalse(API_KEY.matcher(content).find(), file::toString);
            }
        }
        String command = printed.lines()
                .filter(line -> line.contains(VERIFY))
                .findFirst()
                .orElseThrow(() -> new AssertionError(printed));
        String[] arguments = command.substring(command.indexOf("verify-log ")).split(" ", -1);
        StringWriter report = new StringWriter();
        assertEquals(0, Mandate.commandLine().setOut(new PrintWriter(report, true)).execute(arguments), report::toString);
        assertTrue(report.toString().contains("unsigned     0 events"), report::toString);
    }

    /**
     * A vote's memo contains a fingerprint in base58. Every seventeenth fingerprint or so is one character shorter. Only a journal that is
     * kept can be verified later.
     */
    private static String alike(String printed) {
        return printed.lines().filter(line -> !line.contains(VERIFY)).collect(Collectors.joining("\n"))
                .replaceAll("approve, 50[67] bytes", "approve, 50x bytes")
                .replaceAll("49[23] bytes, to be signed by Alice, Bob", "49x bytes, to be signed by Alice, Bob")
                .replaceAll("(347|348) bytes, to be signed by Vic", "a vote's bytes, to be signed by Vic");
    }

    @Test
    void aNonEmptyFolderIsRefused(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("journal.db"), "somebody's");
        StringWriter refused = new StringWriter();
        int exitCode = commandLine()
                .setErr(new PrintWriter(refused, true))
                .execute("demo", "--data-dir", folder.toString());
        assertEquals(1, exitCode);
        assertTrue(refused.toString().contains("is not empty"), refused::toString);
        assertEquals("somebody's", Files.readString(folder.resolve("journal.db")));
    }

    /** Returns the command line, but the demo's client checks its exchanges against the document. */
    private static CommandLine commandLine() {
        CommandLine commands = Mandate.commandLine();
        CommandSpec replaced = commands.getCommandSpec().removeSubcommand("demo").getCommandSpec();
        return commands.addSubcommand(replaced.name(), demo());
    }

    private static DemoCommand demo() {
        return new DemoCommand(() -> DocumentedClient.client(CHECK), Pause.SLEEP);
    }
}
