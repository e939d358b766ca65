package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose journal loses content while it runs. */
@Timeout(60)
class DamagedJournalTest {

    private static final int CLIENTS = 16;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aMissingEventOfTheBudgetIsAnsweredByEachCreationAndNamed() throws Exception {
        ServeFixture server = new ServeFixture(folder);
        try (server) {
            assertEquals(201, server.create().statusCode());
            assertEquals(201, server.create().statusCode());
            assertEquals(1, server.update("DELETE FROM event WHERE stream_kind = 'creation-budget' AND version ="
                    + " (SELECT max(version) FROM event WHERE stream_kind = 'creation-budget')"));
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                answers.add(server.client().sendAsync(server.creation(), HttpResponse.BodyHandlers.ofString()));
            }
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                ServeFixture.assertRefused(503, "journal_damaged", answer.get());
            }
        }

        assertTrue(
                server.log().lines().anyMatch(line -> line.matches(".* fault .*JournalDamagedException: stream creation-budget/\\S+"
                        + " had 2 events, and now has 1 at .*")),
                server::log);
    }

    /** Its row and its events agree that nothing was spent; the checkpoint that was signed at the stop knows better. */
    @Test
    void aBudgetThatWasDeletedWhileTheServerWasStoppedIsMissed() throws Exception {
        try (ServeFixture server = new ServeFixture(folder)) {
            assertEquals(201, server.create().statusCode());
        }
        ServeFixture server = new ServeFixture(folder);
        try (server) {
            assertEquals(1, server.update("DELETE FROM state_row WHERE kind = 'creation-budget'"));
            assertTrue(server.update("DELETE FROM event WHERE stream_kind = 'creation-budget'") > 0);
            ServeFixture.assertRefused(503, "journal_damaged", server.create());
        }
        assertTrue(server.log().contains("JournalDamagedException: stream creation-budget/default/mainnet/"), server::log);
    }

    @Test
    void requestsThatNeedAMissingRowAreRefused() throws Exception {
        ServeFixture server = new ServeFixture(folder);
        try (server) {
            String submission = ServeFixture.json(server.create()).get("submission_id").stringValue();
            assertEquals(1, server.update("DELETE FROM state_row WHERE kind = 'creation-budget'"));
            ServeFixture.assertRefused(503, "journal_damaged", server.create());
            assertEquals(200, server.get("/api/v1/submissions/" + submission).statusCode());
            assertEquals(1, server.update("UPDATE state_row SET content = 'no JSON' WHERE kind = 'submission'"));
            ServeFixture.assertRefused(503, "journal_damaged", server.get("/api/v1/submissions/" + submission));
        }

        assertTrue(server.log().contains("its row is of version 0, and its events end with version "), server::log);
        assertTrue(server.log().contains("row submission/sub_"), server::log);
    }
}
