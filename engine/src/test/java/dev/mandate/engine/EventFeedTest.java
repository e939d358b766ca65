package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.spi.workers.WorkerListener;
import io.vavr.collection.Array;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a host that follows the engine's events gets. */
class EventFeedTest extends SplitRequestFixture {

    private final EventFeed feed = ((CustodyEngine) fixture.custody).events();

    @Test
    void submissionEventsShowTheStateAfterEachEvent() {
        long before = feed.after(0, 1_000).position();
        Submission landed = pays();

        Array<CustodyEvent> received = feed.after(before, 1_000).events();

        assertEquals(
                List.of("Built", "Signed", "Sent", "Confirmed"),
                received.map(event -> ((CustodyEvent.SubmissionChanged) event).submission().state().getClass().getSimpleName())
                        .asJava());
        assertEquals(landed, ((CustodyEvent.SubmissionChanged) received.last()).submission());
    }

    @Test
    void aNewlyKnownAccountIsAnnounced() {
        assertTrue(feed.after(0, 1_000).events().exists(event ->
                event instanceof CustodyEvent.AccountKnown known && known.account().equals(fixture.custody.account(account).get().ref())));
    }

    @Test
    void pagesOfAnySizeHoldTheSameEvents() {
        var unused = pays();
        Array<CustodyEvent> all = feed.after(0, 1_000).events();
        for (int limit = 1; limit < 4; limit++) {
            Array<CustodyEvent> read = Array.empty();
            EventPage page = feed.after(0, limit);
            for (read = page.events(); page.hasMore(); read = read.appendAll(page.events())) {
                page = feed.after(page.position(), limit);
            }
            assertEquals(all, read);
        }
    }

    @Test
    void aHandlerThatThrowsGetsTheSameEventAgainAndNoLaterOneBefore() throws InterruptedException {
        var unused = pays();
        Array<CustodyEvent> all = feed.after(0, 1_000).events();
        List<CustodyEvent> received = new CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(all.length());
        WorkerContext context = new WorkerContext(() -> EngineFixture.START, () -> 0, WorkerListener.logging());
        Workers running = Workers.on(fixture.journal(), context)
                .threads(Thread.ofVirtual().factory())
                .following(
                        feed,
                        0,
                        event -> {
                            received.add(event);
                            if (received.size() == 2) {
                                throw new IllegalStateException("the host's database is away");
                            }
                            done.countDown();
                        },
                        Duration.ofMillis(1))
                .start();
        assertTrue(done.await(1, TimeUnit.MINUTES));
        running.close();

        assertEquals(all.take(2).append(all.get(1)).appendAll(all.drop(2)).asJava(), received);
    }

    private Submission pays() {
        TransactionPlan plan = fixture.builds(prepare(account, ClientTransactions.transfer(account, shop, 1), ann, bob));
        return fixture.custody.submitAll(plan, fixture.keys(), new IdempotencyKey("rent")).get().head();
    }
}
