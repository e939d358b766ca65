package dev.mandate.app.serve;

import static dev.mandate.app.serve.ServeFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.Mandate;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs each command of {@code docs/runbook.md} beside a server. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunbookTest {

    private static final Path DOCS = Path.of("../docs");
    private static final Pattern COMMAND = Pattern.compile("(?m)^    (?:\\./mandate (.*)|curl -s (?:-H \"([^\"]*)\" )?localhost:(?:PORT|METRICS)(/\\S*))$");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern LINK = Pattern.compile("\\]\\(#([a-z-]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)$");

    @TempDir
    private Path folder = Path.of("");

    private final InputStream in = System.in;

    @AfterEach
    void restoreInput() {
        System.setIn(in);
    }

    private static Array<MatchResult> found(Pattern pattern, String text) {
        return Array.ofAll(pattern.matcher(text).results().toList());
    }

    @Test
    void eachAlertHasASectionAndEachSectionItsFourRows() throws IOException {
        String runbook = Files.readString(DOCS.resolve("runbook.md"));
        Array<String> sections = found(HEADING, runbook).map(heading -> heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^a-z ]", "").replace(' ', '-'));

        assertTrue(found(ALERT, Files.readString(DOCS.resolve("alerts.yml"))).forAll(alert -> runbook.contains("| `" + alert.group(1) + "` | [")));
        assertEquals(Array.empty(), found(LINK, runbook).map(link -> link.group(1)).removeAll(sections));
        assertEquals(
                Array.fill(sections.length(), () -> 4),
                Array.of(runbook.split("(?m)^## ")).drop(1).map(section -> Array.of("| you see |", "| it means |", "| do |", "| it worked |").count(section::contains)));
    }

    @Test
    void eachCommandWorksBesideAServer() throws IOException, InterruptedException {
        Path data = Files.createDirectory(folder.resolve("data"));
        try (SolanaTestNode node = SolanaTestNode.httpOnly(new SimulatedChain(UnixTime.of(Instant.now())));
                ServeFixture server = new ServeFixture(data)) {
            String account = json(server.create()).get("smart_account_address").asString();
            String key = lastLine(run("api-key", "create", "--name", "robot", "--tenant", "acme", "--data-dir", data.toString()));
            String id = found(Pattern.compile("key_[0-9a-f]+"), run("api-key", "list", "--tenant", "acme", "--data-dir", data.toString())).last().group();
            Path transaction = Files.writeString(folder.resolve("transaction"), built(server, account));
            System.setIn(new ByteArrayInputStream((key + "\n").getBytes(StandardCharsets.UTF_8)));
            Map<String, String> values = LinkedHashMap.of(
                    "ADDRESS", account,
                    "URL", node.url().toString(),
                    "ID", id,
                    "PASSPHRASE", data.resolve("vault.passphrase").toString(),
                    "T", "acme",
                    "NAME", "ops",
                    "DIR", folder.resolve("restored").toString(),
                    "N", "1");

            for (MatchResult command : found(COMMAND, Files.readString(DOCS.resolve("runbook.md")))) {
                if (command.group(1) == null) {
                    HttpResponse<String> answer = server.get(command.group(3));
                    assertEquals(200, answer.statusCode(), command.group());
                } else {
                    String file = command.group(1).startsWith("explain") ? transaction.toString() : folder.resolve("backup.zip").toString();
                    if (command.group(1).startsWith("backup")) {
                        Files.deleteIfExists(Path.of(file));
                    }
                    Array<String> words = found(WORD, command.group(1))
                            .map(word -> word.group(1) == null ? values.put("FILE", file).getOrElse(word.group(2), word.group(2)) : word.group(1));
                    assertWorks(words, Array.of("check", "explain", "restore").contains(words.head()) ? words : words.append("--data-dir").append(data.toString()));
                }
            }
        }
    }

    /** Nothing was given up on here, so these two say that. */
    private static void assertWorks(Array<String> words, Array<String> arguments) {
        boolean isOfADeadLetter = words.startsWith(Array.of("dead-letters")) && words.length() > 1;
        StringWriter out = new StringWriter();
        int code = execute(out, arguments);

        assertEquals(isOfADeadLetter ? 1 : 0, code, () -> words.mkString(" ") + ": " + out);
        assertTrue(!words.contains("verify-log") || !words.contains("--vault-passphrase-file") || !out.toString().contains("not judged"), out::toString);
        assertTrue(!isOfADeadLetter || out.toString().contains("message 1 is no dead letter"), out::toString);
    }

    private static String built(ServeFixture server, String account) throws IOException, InterruptedException {
        return json(server.client().send(
                        server.request("/api/v1/smart-accounts/" + account).method("PATCH", HttpRequest.BodyPublishers.ofString("{\"time_lock\":60}")).build(),
                        HttpResponse.BodyHandlers.ofString()))
                .get("transaction")
                .asString();
    }

    private static String lastLine(String printed) {
        return printed.lines().reduce((first, last) -> last).orElseThrow();
    }

    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        assertEquals(0, execute(out, Array.of(arguments)), out::toString);
        return out.toString();
    }

    private static int execute(StringWriter out, Array<String> arguments) {
        return Mandate.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments.toJavaArray(String[]::new));
    }
}
