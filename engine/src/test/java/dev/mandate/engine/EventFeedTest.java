package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Network;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.workers.WorkerListener;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a host that follows the engine's events gets. */
class EventFeedTest extends SplitRequestFixture {

    private final EventFeed feed = ((CustodyEngine) fixture.custody).events();

    private Array<CustodyEvent> all() {
        return feed.page(new EventQuery(0, EventQuery.MAX_LIMIT)).get().events();
    }

    @Test
    void submissionEventsShowTheStateAfterEachEvent() {
        long before = all().last().position();
        Submission landed = pays();

        Array<EventData> received = feed.page(new EventQuery(before, 10)).get().events().map(CustodyEvent::data);

        assertEquals(Array.of(EventType.SUBMISSION_SENT, EventType.SUBMISSION_CONFIRMED), received.map(EventData::type));
        assertEquals(new EventData.SubmissionChanged(EventType.SUBMISSION_CONFIRMED, landed), received.last());
    }

    @Test
    void onlyWhatIsSelectedIsOnAPage() {
        var unused = pays();
        EventQuery confirmed =
                new EventQuery(0, 10, HashSet.of(EventType.SUBMISSION_CONFIRMED), Option.some(account), Option.some(Network.DEVNET));

        assertEquals(
                all().filter(event -> event.type() == EventType.SUBMISSION_CONFIRMED && event.account().contains(account)),
                feed.page(confirmed).get().events());
    }

    @Test
    void aHandlerThatThrowsGetsTheSameEventAgainAndNoLaterOneBefore() throws InterruptedException {
        var unused = pays();
        Array<CustodyEvent> all = all();
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

    /** What is projected already is read; the rest comes when the store takes writes again. */
    @Test
    void eventsAreReadWhileTheStoreTakesNoWrites() {
        var unused = pays();
        Array<CustodyEvent> before = all();
        unused = pays(2);

        assertEquals(
                before,
                ((CustodyEngine) EngineFixture.engine(fixture.chain(), readOnly(fixture.journal())))
                        .events()
                        .page(new EventQuery(0, EventQuery.MAX_LIMIT))
                        .get()
                        .events());
        assertEquals(before.length() + 2, all().length());
    }

    private static Journal readOnly(Journal journal) {
        return (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "writability" -> Writability.READ_ONLY;
                    case "commit", "begin" ->
                        throw new JournalUnavailableException(JournalUnavailableException.Effect.NONE, "the disk is full");
                    default -> method.invoke(journal, arguments);
                });
    }

    private Submission pays() {
        return pays(1);
    }

    private Submission pays(long lamports) {
        TransactionPlan plan = fixture.builds(prepare(account, ClientTransactions.transfer(account, shop, lamports), ann, bob));
        return fixture.custody.submitAll(plan, fixture.keys(), new IdempotencyKey("rent-" + lamports)).get().head();
    }
}
