package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.adapters.store.jdbc.WriteHealth;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.testsupport.log.UncaughtExceptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queue without a database. A caller that gets no result would wait forever, so the tests have a timeout. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommitQueueTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Commit COMMIT = Commit.at(new UnixTime(1_800_000_000))
            .append(new StreamId("account", "alpha"), 0, new Payload("text", 1, "{}"));

    /** An error that not even a message can be made of, as when no memory is left. */
    private static final class Fatal extends Error {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("none left for words");
        }
    }

    @Test
    void aDeadWriterFailsWaitingCallsAndRefusesNewOnes() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (UncaughtExceptions mishaps = UncaughtExceptions.kept()) {
            try (ExecutorService callers = Executors.newCachedThreadPool();
                    CommitQueue queue = new CommitQueue(group -> {
                        writing.countDown();
                        await(end);
                        throw new Fatal();
                    }, PATIENCE, healthy())) {
                Future<Effect> inside = callers.submit(() -> effectOfFailure(queue));
                await(writing);
                Future<Effect> waiting = callers.submit(() -> effectOfFailure(queue));
                end.countDown();

                assertEquals(Effect.UNKNOWN, inside.get());
                assertEquals(Effect.NONE, waiting.get());
                assertEquals(Effect.NONE, effectOfFailure(queue));
                assertEquals(Writability.READ_ONLY, queue.writability());
            }
            assertEquals("none left for words", mishaps.caught().single().getMessage());
        }
    }

    @Test
    void anOutOfMemoryErrorDoesNotEndTheQueue() {
        try (CommitQueue queue = new CommitQueue(group -> {
            throw new OutOfMemoryError("for a moment");
        }, PATIENCE, healthy())) {
            assertEquals(Effect.UNKNOWN, effectOfFailure(queue));
            assertEquals(Effect.UNKNOWN, effectOfFailure(queue));
            assertEquals(Writability.READ_ONLY, queue.writability());
            awaitWritable(queue);
        }
    }

    /** The probe, which succeeds, is a thread of its own. */
    private static void awaitWritable(CommitQueue queue) {
        while (queue.writability() != Writability.WRITABLE) {
            Thread.onSpinWait();
        }
    }

    private static WriteHealth healthy() {
        return new WriteHealth(() -> {}, System::nanoTime);
    }

    private static Effect effectOfFailure(CommitQueue queue) {
        return assertThrows(JournalUnavailableException.class, () -> queue.commit(COMMIT)).effect();
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("waited in vain");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
