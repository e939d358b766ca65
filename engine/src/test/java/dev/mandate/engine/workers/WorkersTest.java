package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.ports.spi.workers.WorkerListener;
import dev.mandate.simulator.keys.TestLogSigner;
import dev.mandate.testsupport.log.LogCapture;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Threads that start, go on and end. Waits for what must come; how long it takes is nobody's business. */
class WorkersTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final WorkerFixture post = new WorkerFixture();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private static Thread inBackground(Runnable work) {
        return Thread.ofPlatform().start(work);
    }

    @Test
    void messagesAreDeliveredByNamedThreads() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        CountDownLatch all = new CountDownLatch(2);
        post.send("alice", "a1");
        try (Workers workers = Workers.on(post.store, post.surroundings())
                .delivering("mail", delivery -> {
                    threads.add(Thread.currentThread().getName());
                    all.countDown();
                    return Option.none();
                })
                .start()) {
            post.send("bob", "b1");
            all.await();
            workers.stop(LONG);
        }
        assertTrue(threads.stream().allMatch(name -> name.startsWith("mandate-outbox-mail-")), threads::toString);
        assertEquals(Array.empty(), post.open());
    }

    @Test
    void stoppingLetsTheMessageInHandBeFinishedAndBeginsNoOther() throws Exception {
        post.send("alice", "a1", "a2");
        Workers workers = Workers.on(post.store, post.surroundings())
                .delivering("mail", delivery -> {
                    begun.countDown();
                    mayEnd.await();
                    return Option.none();
                }, WorkerFixture.TERMS)
                .start();
        begun.await();
        Thread stopping = inBackground(() -> workers.stop(LONG));
        while (stopping.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        mayEnd.countDown();
        stopping.join();
        assertEquals(Array.of("a2"), post.open());
        assertEquals(List.of(), post.reported);
    }

    @Test
    void aSlowHandlerIsInterruptedAndItsMessageIsDueAgain() throws Exception {
        post.send("alice", "a1");
        Workers workers = Workers.on(post.store, post.surroundings())
                .delivering("mail", delivery -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return Option.none();
                }, WorkerFixture.TERMS)
                .start();
        begun.await();
        workers.stop(Duration.ZERO);
        assertEquals(
                List.of(new WorkerEvent.Retrying(
                        "mail", 1, 1, WorkerFixture.START.plusSeconds(10), "broken off, since the worker was stopped")),
                post.reported);
    }

    @Test
    void theLastCheckpointIsSignedWhenEverythingHasStopped() {
        Workers workers = Workers.on(post.store, post.surroundings())
                .signing(new TestLogSigner("log"), LONG)
                .removingExpired(LONG)
                .start();
        assertTrue(post.store
                .commit(Commit.at(post.now()).append(new StreamId("account", "a"), 0, new Payload("text", 1, "{}")))
                .isRight());
        workers.close();
        workers.close();
        assertEquals(1, post.store.checkpoints().latest().get().checkpoint().position());
    }

    @Test
    void aFailedStepIsReportedAndRepeated() throws Exception {
        AtomicInteger steps = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch stopping = new CountDownLatch(1);
        Work work = () -> {
            if (steps.incrementAndGet() <= 2) {
                throw new IllegalStateException("a secret");
            }
            stopping.countDown();
            return Work.Progress.IDLE;
        };
        // No pause is drawn, so that nobody waits.
        WorkerContext at = new WorkerContext(post::now, () -> 0, post.reported::add);
        Thread loop = inBackground(() -> {
            new WorkLoop(new Job("retention", work, LONG), at, stopping).run();
            ended.set(true);
        });
        loop.join();
        assertTrue(ended.get());
        assertEquals(3, steps.get());
        assertEquals(2, post.reported.size());
        WorkerEvent.StepFailed last = (WorkerEvent.StepFailed) post.reported.getLast();
        assertEquals("retention", last.worker());
        assertEquals(2, last.failures());
        assertFalse(last.text().contains("secret"), last.text());
    }

    @Test
    void aThrowingListenerEndsNoWorkerAndItsEventIsLogged() {
        AtomicInteger steps = new AtomicInteger();
        CountDownLatch stopping = new CountDownLatch(1);
        Work work = () -> {
            if (steps.incrementAndGet() == 1) {
                throw new IllegalStateException("first");
            }
            stopping.countDown();
            return Work.Progress.IDLE;
        };
        WorkerContext at = new WorkerContext(post::now, () -> 0, event -> {
            throw new IllegalStateException("deaf");
        });
        List<String> logged = logged(new WorkLoop(new Job("retention", work, LONG), at, stopping));
        assertEquals(2, steps.get());
        assertEquals(1, logged.size());
        assertTrue(logged.getFirst().startsWith("retention: failed 1 times in a row"), logged::toString);
    }

    @Test
    void everyKindOfNewsIsPassedOnToTheLog() {
        WorkerListener log = WorkerListener.logging();
        List<WorkerEvent> news = List.of(
                new WorkerEvent.Retrying("mail", 1, 1, WorkerFixture.START, "too busy"),
                new WorkerEvent.Buried("mail", 1, 3, "too busy"),
                new WorkerEvent.Late("mail", 1, 1),
                new WorkerEvent.StepFailed("retention", 1, "no answer"),
                new WorkerEvent.NotStopped("mandate-outbox-mail-1"));
        assertEquals(news.stream().map(WorkerEvent::text).toList(), logged(() -> news.forEach(log::heard)));
    }

    @Test
    void workThatIsTriedAgainIsRoutineUnlessItFailsTimeAfterTime() {
        for (WorkerEvent routine : List.of(
                new WorkerEvent.Retrying("mail", 1, 1, WorkerFixture.START, "too busy"),
                new WorkerEvent.StepFailed("retention", 1, "no answer"))) {
            assertEquals(System.Logger.Level.DEBUG, routine.level(), routine::text);
        }
        for (WorkerEvent warning : List.of(
                new WorkerEvent.Buried("mail", 1, 3, "too busy"),
                new WorkerEvent.StepFailed("retention", 3, "no answer"),
                new WorkerEvent.NotStopped("mandate-outbox-mail-1"))) {
            assertEquals(System.Logger.Level.WARNING, warning.level(), warning::text);
        }
    }

    private static List<String> logged(Runnable action) {
        try (LogCapture ear = LogCapture.on("dev.mandate")) {
            action.run();
            return ear.heard().asJava();
        }
    }
}
