package dev.mandate.adapters.store.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class QueuedResultTest {

    private static final Duration PATIENCE = Duration.ofMillis(50);

    @Test
    void workThatIsNotBegunByTheDeadlineIsNeverBegun() {
        QueuedResult<String> result = new QueuedResult<>(PATIENCE);

        assertEquals(Effect.NONE, assertThrows(JournalUnavailableException.class, result::await).effect());
        assertFalse(result.begin());
    }

    @Test
    void workThatIsBegunAtTheDeadlineMayTakeEffect() {
        QueuedResult<String> result = new QueuedResult<>(PATIENCE);
        assertTrue(result.begin());

        assertEquals(Effect.UNKNOWN, assertThrows(JournalUnavailableException.class, result::await).effect());
        assertTrue(result.begin(), "it may be carried out again");
    }

    @Test
    void aFullQueueTakesNothingByTheDeadline() {
        BlockingQueue<String> full = new ArrayBlockingQueue<>(1);
        full.add("first");
        QueuedResult<String> result = new QueuedResult<>(PATIENCE);

        assertEquals(
                Effect.NONE, assertThrows(JournalUnavailableException.class, () -> result.enqueue(full, "second")).effect());
    }

    @Test
    void anInterruptedCallerStillWaits() {
        QueuedResult<String> result = new QueuedResult<>(Duration.ofSeconds(20));
        Thread.currentThread().interrupt();
        Thread.ofVirtual().start(() -> result.complete("done"));

        assertEquals("done", result.await());
        assertTrue(Thread.interrupted());
    }
}
