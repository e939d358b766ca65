package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A store in memory with mail in its outbox, a clock to be turned by hand, and an ear for what workers tell. */
final class WorkerFixture {

    static final UnixTime START = new UnixTime(1_800_000_000);
    static final long LEASE_SECONDS = 30;
    static final int MAX_ATTEMPTS = 3;
    static final DeliveryTerms TERMS = new DeliveryTerms(
            new RetryPolicy(MAX_ATTEMPTS, new Backoff(Duration.ofSeconds(10), Duration.ofSeconds(40))),
            LEASE_SECONDS,
            1,
            Duration.ofMillis(1));

    final InMemoryJournal store = new InMemoryJournal();
    final List<WorkerEvent> reported = new CopyOnWriteArrayList<>();
    private final AtomicLong passed = new AtomicLong();

    UnixTime now() {
        return START.plusSeconds(passed.get());
    }

    void pass(long seconds) {
        passed.addAndGet(seconds);
    }

    /** The longest pause is drawn every time. */
    WorkerContext surroundings() {
        return new WorkerContext(this::now, () -> -1L, reported::add);
    }

    void send(String stream, String... contents) {
        send(new Tenant("acme"), stream, contents);
    }

    void send(Tenant tenant, String stream, String... contents) {
        Array<OutboxMessage> messages = Array.of(contents).map(content -> new OutboxMessage(
                "mail",
                tenant,
                new StreamId("account", stream),
                new Payload("text", 1, content)));
        assertTrue(store.commit(messages.foldLeft(Commit.at(now()), Commit::sending)).isRight());
    }

    static String content(Delivery delivery) {
        return content(delivery.message());
    }

    static String content(RecordedMessage message) {
        return message.message().payload().content();
    }

    Array<String> open() {
        return store.outbox().open(0, 100).items().map(WorkerFixture::content).toArray();
    }

    Array<DeadLetter> dead() {
        return store.outbox().deadLetters(0, 100).items().toArray();
    }
}
