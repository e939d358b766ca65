package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.DocumentedClient;
import dev.mandate.app.Mandate;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.TreeMap;
import io.vavr.collection.TreeSet;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/metrics.md} and {@code docs/alerts.yml}, compared with {@code /metrics} of a server on two nodes, of which one is cut off. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricsDocumentedTest {

    private static final Path DOCS = Path.of("../docs");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|([^|]*)\\| [^|]+ \\| [^|]+ \\| [^|]+ \\|$");
    private static final Pattern QUOTED = Pattern.compile("`(\\w+)`");
    private static final Pattern COMMAND = Pattern.compile("mandate ([a-z-]+)");
    private static final Pattern SERIES = Pattern.compile("mandate_\\w+");

    private final SolanaTestNode alive = SolanaTestNode.httpOnly(new SimulatedChain(UnixTime.of(Instant.now())));
    private final SolanaTestNode cut = SolanaTestNode.httpOnly(new SimulatedChain(UnixTime.of(Instant.now())));
    private final StringWriter log = new StringWriter();
    private Option<Serving> serving = Option.none();
    private String text = "";

    @BeforeAll
    void scrape(@TempDir Path folder) throws IOException, InterruptedException {
        cut.failing(methods -> Option.some(new NodeFault.Cut()));
        Map<Setting, String> flags = HashMap.of(
                Setting.HTTP_PORT, "0",
                Setting.DATA_DIR, folder.toString(),
                Setting.VAULT_PASSPHRASE_FILE, PassphraseFixture.in(folder).toString(),
                Setting.DEFAULT_NETWORK, "devnet",
                Setting.MAIL, "file:" + folder.resolve("mail"),
                Setting.RPC_URL_DEVNET, alive.providerUrl() + "," + cut.providerUrl());
        serving = Option.some(Serving.start(ServeSettings.of(flags).get(), "test", new PrintWriter(log, true))
                .getOrElseThrow(problem -> new AssertionError(problem)));
        URI metrics = URI.create("http://127.0.0.1:" + serving.get().port() + "/metrics");
        try (HttpClient client = DocumentedClient.client(DocumentedClient.check())) {
            // The first scrape is the request that the second one counts.
            for (int tries = 0; !isComplete(); tries++) {
                assertTrue(tries < 600, () -> text + log);
                Thread.sleep(50);
                text = client.send(HttpRequest.newBuilder(metrics).GET().build(), HttpResponse.BodyHandlers.ofString()).body();
            }
        }
    }

    private boolean isComplete() {
        return text.contains("mandate_http_requests_seconds_max")
                && text.contains("mandate_node_missing_methods")
                && text.contains("mandate_node_faults_total")
                && !text.contains("mandate_fee_payer_balance_lamports{network=\"devnet\"} NaN")
                && !text.contains("mandate_dead_letters NaN");
    }

    @AfterAll
    void stop() {
        serving.forEach(Serving::close);
        alive.close();
        cut.close();
    }

    @Test
    void theTableHasEachSeriesWithItsLabelsAndNoOther() throws IOException {
        Map<String, Set<String>> documented = TreeMap.ofEntries(ScrapedSeries.matches(ROW, Files.readString(DOCS.resolve("metrics.md")))
                .toMap(row -> row.group(1), row -> TreeSet.ofAll(ScrapedSeries.matches(QUOTED, row.group(2)).map(label -> label.group(1)))));

        assertEquals(ScrapedSeries.of(text).labels(), documented);
    }

    @Test
    void eachSeriesOfAnAlertExists() throws IOException {
        Set<String> series = ScrapedSeries.of(text).labels().keySet();

        Array<AlertRule> rules = rules();
        rules.forEach(rule -> {
            Array<String> used = ScrapedSeries.matches(SERIES, rule.expr()).map(name -> name.group());
            assertTrue(used.nonEmpty(), rule::alert);
            assertEquals(Array.empty(), used.reject(series::contains), rule::alert);
        });
    }

    @Test
    void eachAlertSaysWhatItMeansAndWhatToDo() throws IOException {
        Array<AlertRule> rules = rules();
        assertEquals(rules.map(AlertRule::alert), rules.map(AlertRule::alert).distinct());
        rules.forEach(rule -> assertTrue(
                rule.alert().matches("Mandate[A-Za-z]+") && !rule.summary().isBlank() && !rule.runbook().isBlank(), rule::toString));
        assertEquals(8, rules.size());
    }

    @Test
    void eachCommandOfAnAlertExists() throws IOException {
        Set<String> commands = HashSet.ofAll(Mandate.commandLine().getSubcommands().keySet());
        Array<String> named = rules().flatMap(rule -> ScrapedSeries.matches(COMMAND, rule.runbook()).map(command -> command.group(1)));

        assertTrue(named.nonEmpty());
        assertEquals(Array.empty(), named.reject(commands::contains));
    }

    private static Array<AlertRule> rules() throws IOException {
        return AlertRule.all(Files.readString(DOCS.resolve("alerts.yml")));
    }
}
