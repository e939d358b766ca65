package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.workers.Backoff;
import dev.mandate.engine.workers.DeliveryTerms;
import dev.mandate.engine.workers.RetryPolicy;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sets of workers on one store on disk, like those of two engine instances. */
class WorkersOnSqliteTest {

    private static final int STREAMS = 5;
    private static final int EACH = 8;
    private static final UnixTime START = new UnixTime(1_800_000_000);
    private static final TestLogSigner SIGNER = new TestLogSigner("log");
    private static final DeliveryTerms TERMS = new DeliveryTerms(
            new RetryPolicy(1_000, new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(2))),
            30,
            3,
            Duration.ofMillis(5));

    @TempDir
    private Path folder = Path.of("");

    private final AtomicLong seconds = new AtomicLong();
    private final List<WorkerEvent> reported = new CopyOnWriteArrayList<>();
    private final CountDownLatch arrived = new CountDownLatch(STREAMS * EACH);
    private final Map<StreamId, Long> lastNumber = new HashMap<>();
    private final Set<Long> failedOnce = new HashSet<>();

    /** Time passes with every look at it, so that what is to be tried again becomes due. */
    private WorkerContext surroundings() {
        return new WorkerContext(
                () -> START.plusSeconds(seconds.incrementAndGet() / 100),
                () -> ThreadLocalRandom.current().nextLong(),
                reported::add);
    }

    /** Every third message fails at first, in one way or another. */
    private synchronized Option<DeliveryFailure> receive(Delivery delivery) {
        long number = delivery.message().number();
        Long earlier = lastNumber.put(delivery.message().message().stream(), number);
        assertTrue(earlier == null || earlier <= number);
        if (number % 3 == 0 && failedOnce.add(number)) {
            if (number % 2 == 0) {
                throw new IllegalStateException("careless");
            }
            return Option.some(new DeliveryFailure.Transient("too busy"));
        }
        arrived.countDown();
        return Option.none();
    }

    private Workers instance(SqliteStore store) {
        return Workers.on(store, surroundings())
                .delivering("mail", this::receive, TERMS)
                .signing(SIGNER, Duration.ofMillis(5))
                .removingExpired(Duration.ofMillis(5))
                .start();
    }

    private static void send(SqliteStore store, int round) {
        Payload payload = new Payload("text", 1, "{}");
        Commit commit = Array.range(0, STREAMS).foldLeft(Commit.at(START), (c, i) -> {
            StreamId stream = new StreamId("account", "s" + i);
            return c.append(stream, round, payload).sending(new OutboxMessage("mail", new Tenant("acme"), stream, payload));
        });
        RequestKey key = new RequestKey("acme", "k" + round);
        Commit expiring = commit.answering(new IdempotencyRecord(key, Bytes32.ZERO, payload, START.plusSeconds(-10_000)));
        assertTrue(store.journal().commit(expiring).isRight());
    }

    @Test
    void messagesArriveInOrderExpiredRowsGoAndAllEventsAreSigned() throws Exception {
        try (SqliteStore store = SqliteStores.open(folder)) {
            try (Workers one = instance(store);
                    Workers other = instance(store)) {
                for (int round = 0; round < EACH; round++) {
                    send(store, round);
                }
                arrived.await();
                one.stop(Duration.ofMinutes(5));
                other.stop(Duration.ofMinutes(5));
            }
            assertEquals(Array.empty(), store.outbox().open(0, 10).items());
            assertEquals(STREAMS * EACH / 3, reported.stream().filter(WorkerEvent.Retrying.class::isInstance).count());
            assertEquals(STREAMS * EACH / 3, reported.size(), reported::toString);
            LogReport report = LogVerifier.verify(
                    store.audit(), Array.empty(), AuditTrust.NONE.withLogKey(SIGNER.key()), () -> new UnixTime(0));
            assertEquals(Array.empty(), report.findings());
            assertEquals(0, report.unsigned());
        }
        try (SqliteStore store = SqliteStores.open(folder);
                Workers again = instance(store)) {
            while (store.audit().answers(Option.none(), 1).items().nonEmpty()) {
                Thread.onSpinWait();
            }
            again.stop(Duration.ofMinutes(5));
        }
    }
}
