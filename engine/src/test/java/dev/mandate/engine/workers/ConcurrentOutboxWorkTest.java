package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.workers.Work.Progress;
import dev.mandate.ports.spi.outbox.MessageHandler;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConcurrentOutboxWorkTest {

    private static final int PARALLEL = 3;

    private final WorkerFixture mail = new WorkerFixture();
    private final List<String> delivered = new CopyOnWriteArrayList<>();

    private ConcurrentOutboxWork worker(MessageHandler handler) {
        OutboxWork messages = new OutboxWork(mail.store.outbox(), "mail", handler, WorkerFixture.TERMS, mail.surroundings());
        return new ConcurrentOutboxWork(messages, "mail", PARALLEL, mail.surroundings());
    }

    @Test
    void deliversWhatADeliveryAddsWithoutAnotherLook() throws InterruptedException {
        mail.send("alice", "a1");
        CountDownLatch second = new CountDownLatch(1);
        ConcurrentOutboxWork worker = worker(delivery -> {
            delivered.add(WorkerFixture.content(delivery));
            if (delivered.size() == 1) {
                mail.send("bob", "b1");
            } else {
                second.countDown();
            }
            return Option.none();
        });

        assertEquals(Progress.MORE, worker.step());
        second.await();
        worker.atStop();

        assertEquals(List.of("a1", "b1"), delivered);
        assertEquals(Array.empty(), mail.open());
    }

    @Test
    void nothingNewIsBegunOnceAStopBegins() throws InterruptedException {
        mail.send("alice", "a1");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stopping = new CountDownLatch(1);
        ConcurrentOutboxWork worker = worker(delivery -> {
            begun.countDown();
            stopping.await();
            return Option.none();
        });
        assertEquals(Progress.MORE, worker.step());
        begun.await();
        mail.send("bob", "b1");

        worker.stopping();
        stopping.countDown();
        worker.atStop();

        assertEquals(Array.of("b1"), mail.open());
    }

    @Test
    void aStopInterruptsAReceiverThatHangsAndLeavesItsMessage() throws InterruptedException {
        mail.send("alice", "a1");
        CountDownLatch begun = new CountDownLatch(1);
        ConcurrentOutboxWork worker = worker(delivery -> {
            begun.countDown();
            new CountDownLatch(1).await();
            return Option.none();
        });
        assertEquals(Progress.MORE, worker.step());
        begun.await();

        worker.stopping();
        worker.atStop();
        while (mail.reported.isEmpty()) {
            Thread.sleep(1);
        }

        assertEquals(Array.of("a1"), mail.open());
        assertTrue(mail.reported.toString().contains("broken off"), mail.reported::toString);
    }
}
