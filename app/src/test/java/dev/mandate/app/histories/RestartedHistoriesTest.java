package dev.mandate.app.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.app.serve.RestartedServer.Run;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * Random histories of accounts, half of the changes by another client, while the server is stopped, killed and started: each change of the chain is told
 * once, in order, by pages, stream and webhooks alike.
 */
@Tag("full")
@EnabledIfSystemProperty(named = "mandate.histories.rounds", matches = "[1-9][0-9]*")
class RestartedHistoriesTest {

    private static final int STEPS = 14;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyChangeOfTheChainIsToldOnceAndInOrderByPagesStreamAndWebhooks() throws Exception {
        long seed = Long.getLong("mandate.histories.seed", new Random().nextLong());
        int rounds = Integer.getInteger("mandate.histories.rounds", 1);
        int histories = Integer.getInteger("mandate.histories", 100);
        for (int round = 0; round < rounds; round++) {
            play(seed + round, histories);
        }
    }

    private void play(long seed, int histories) throws Exception {
        Random random = new Random(seed);
        Array<Run> kills = Array.of(Run.APART).appendAll(Array.range(0, 3).map(any -> random.nextBoolean() ? Run.APART : Run.HERE));
        Array<Run> runs = Array.of(Run.HERE, Run.HERE).insertAll(1, kills);
        try (HistoryRun run = new HistoryRun(Files.createTempDirectory(folder, "run"), seed, histories, STEPS)) {
            run.play(runs);
            run.catchUp();

            String which = "-Dmandate.histories.seed=" + seed;
            assertEquals("", run.differences().mkString("\n"), which);
            assertEquals(Array.empty(), different(run.pages(), run.readAgain()), which);
            assertEquals(Array.empty(), different(run.pages(), run.streamed()), which);
            assertEquals(Array.empty(), different(sorted(run.pages()), sorted(run.delivered())), which);
            assertEquals(run.pages().distinctBy(event -> event.get("id")).length(), run.pages().length(), which);
            assertEquals(Array.empty(), SubmissionsTold.problems(run.pages(), run.chain().landed()), which);
            for (AccountLog account : run.accounts()) {
                assertEquals(Array.empty(), FoldedAccount.of(run.of(account.ref.address())).differences(run, account.ref.address()), which);
            }
            run.accounts().forEach(account -> {
                Array<ObjectNode> told = run.of(account.ref.address());
                Array<Long> counted = Array.rangeClosed(1L, told.length());
                assertEquals(counted, told.map(RestartedHistoriesTest::accountPosition), which);
                assertEquals(counted, run.delivered()
                        .filter(event -> event.get("smart_account_address").asString("").equals(account.ref.address().toString()))
                        .map(RestartedHistoriesTest::accountPosition), which);
            });
        }
    }

    private static long accountPosition(ObjectNode event) {
        return event.get("account_position").longValue();
    }

    private static Array<ObjectNode> sorted(Array<ObjectNode> events) {
        return events.sortBy(event -> event.get("position").longValue());
    }

    /** Where two ways first tell something else. */
    private static Array<Option<ObjectNode>> different(Array<ObjectNode> one, Array<ObjectNode> other) {
        int same = one.zip(other).takeWhile(pair -> pair._1.equals(pair._2)).length();
        return same == Math.max(one.length(), other.length())
                ? Array.empty()
                : Array.of(one.drop(same).headOption(), other.drop(same).headOption());
    }
}
