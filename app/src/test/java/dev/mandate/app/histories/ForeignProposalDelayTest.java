package dev.mandate.app.histories;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.serve.RestartedServer.Run;
import dev.mandate.app.serve.RestartedServer;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.testkit.node.Notices;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long it takes from a proposal of another client to the webhook. Its figures are in docs/events.md. */
@Tag("full")
class ForeignProposalDelayTest {

    private static final int PROPOSALS = TestExtent.of(1, 10);
    private static final int ROUND_SECONDS = 20;
    private static final Duration LONGEST_WITH_NOTICES = Duration.ofSeconds(5);
    /** A round of all accounts, and the delivery. */
    private static final Duration LONGEST_WITHOUT = Duration.ofSeconds(ROUND_SECONDS + 2);

    @TempDir
    private Path folder = Path.of("");

    private final ChainLog chain = new ChainLog(UnixTime.of(Instant.now()));

    @Test
    void withNoticesItTakesFiveSecondsAtMost() throws Exception {
        assertWithin(LONGEST_WITH_NOTICES, Notices.OF_THE_CHAIN);
    }

    @Test
    void withoutNoticesItTakesARoundAtMost() throws Exception {
        assertWithin(LONGEST_WITHOUT, Notices.NONE);
    }

    private void assertWithin(Duration longest, Notices notices) throws Exception {
        People.settle(chain.chain);
        Random random = new Random(1);
        Array<Duration> delays = Array.empty();
        try (SolanaTestNode node = chain.node(notices);
                RestartedServer server = new RestartedServer(folder, node.url(), ROUND_SECONDS);
                WebhookListener webhooks = new WebhookListener(random, 0);
                HttpClient http = HttpClient.newHttpClient()) {
            server.start(Run.HERE);
            var hook = TenantClient.success(http, server, "POST", "/api/v1/webhooks", "{\"url\":\"" + webhooks.url() + "\",\"types\":[\"transaction.proposed\"]}");
            assertTrue(hook.isDefined());
            ForeignClient foreign = new ForeignClient(chain, random);
            AccountRef ref = foreign.create("delayed");
            assertTrue(new TenantClient(http, server, chain, random).importAccount(ref).isDefined());
            AccountLog account = chain.follow(ref);
            for (int proposal = 1; proposal <= PROPOSALS; proposal++) {
                Thread.sleep(1_000 + random.nextInt(4_000));
                Instant began = Instant.now();
                foreign.propose(account);
                delays = delays.append(arrival(webhooks, proposal, longest, began));
            }
            assertTrue(account.state().get().transactions().values().forAll((ManagedTransaction one) -> one.proposal().isDefined()));
        }
        System.out.printf("a foreign proposal at the webhook, notices %s: median %d ms, longest %d ms, of %d%n",
                notices, delays.sorted().get(delays.length() / 2).toMillis(), delays.max().get().toMillis(), delays.length());
    }

    private static Duration arrival(WebhookListener webhooks, int count, Duration longest, Instant began) throws InterruptedException {
        while (webhooks.accepted() < count) {
            assertTrue(Duration.between(began, Instant.now()).compareTo(longest) < 0, () -> "proposal " + count + " is not at the webhook");
            Thread.sleep(5);
        }
        return Duration.between(began, Instant.now());
    }
}
