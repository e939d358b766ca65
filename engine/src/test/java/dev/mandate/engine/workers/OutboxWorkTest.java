package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.workers.Work.Progress;
import dev.mandate.domain.access.Tenant;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.spi.workers.WorkerEvent;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxWorkTest {

    private final WorkerFixture post = new WorkerFixture();
    private final List<Delivery> delivered = new ArrayList<>();

    private OutboxWork worker(MessageHandler handler) {
        return new OutboxWork(post.store.outbox(), "mail", handler, WorkerFixture.TERMS, post.surroundings());
    }

    private OutboxWork delivering() {
        return worker(delivery -> {
            delivered.add(delivery);
            return Option.none();
        });
    }

    private OutboxWork failing(DeliveryFailure failure) {
        return worker(delivery -> Option.some(failure));
    }

    private void drain(OutboxWork worker) {
        Progress progress;
        do {
            progress = worker.step();
        } while (progress == Progress.MORE);
    }

    @Test
    void messagesAreDeliveredOneAfterTheOtherAndLeaveTheOutbox() {
        post.send("alice", "a1", "a2");
        post.send("bob", "b1");

        drain(delivering());

        assertEquals(Array.of("a1", "b1", "a2").sorted(), Array.ofAll(delivered).map(WorkerFixture::content).sorted());
        assertTrue(Array.ofAll(delivered).map(WorkerFixture::content).indexOf("a1")
                < Array.ofAll(delivered).map(WorkerFixture::content).indexOf("a2"));
        assertEquals(Array.empty(), post.open());
        assertEquals(List.of(), post.reported);
    }

    @Test
    void tenantsTakeTurns() {
        post.send(new Tenant("acme"), "alice", "a1");
        post.send(new Tenant("acme"), "ann", "a2");
        post.send(new Tenant("acme"), "amy", "a3");
        post.send(new Tenant("bolt"), "bob", "b1");

        drain(delivering());

        assertEquals(Array.of("a1", "b1", "a2", "a3"), Array.ofAll(delivered).map(WorkerFixture::content));
    }

    @Test
    void aHandlerReceivesNumberTokenAndLeaseEnd() {
        post.send("alice", "a1");

        drain(delivering());

        Delivery first = delivered.getFirst();
        assertEquals(first.message().number(), first.lease().number());
        assertEquals(1, first.attempt());
        assertEquals(WorkerFixture.START.plusSeconds(WorkerFixture.LEASE_SECONDS), first.leasedUntil());
    }

    @Test
    void aFailureThatMayPassIsTriedAgainAfterThePauseThatWasDrawn() {
        post.send("alice", "a1", "a2");
        OutboxWork busy = failing(new DeliveryFailure.Transient("too busy"));

        assertEquals(Progress.MORE, busy.step());
        assertEquals(Progress.IDLE, busy.step());
        assertEquals(
                List.of(new WorkerEvent.Retrying("mail", 1, 1, WorkerFixture.START.plusSeconds(10), "too busy")), post.reported);

        post.pass(9);
        assertEquals(Progress.IDLE, busy.step());
        post.pass(1);
        drain(delivering());
        assertEquals(Array.of("a1", "a2"), Array.ofAll(delivered).map(WorkerFixture::content));
        assertEquals(2, delivered.getFirst().attempt());
    }

    @Test
    void afterItsLastTryAMessageIsADeadLetterThatHoldsUpThoseBehindIt() {
        post.send("alice", "a1", "a2");
        OutboxWork busy = failing(new DeliveryFailure.Transient("too busy"));
        for (int i = 0; i < WorkerFixture.MAX_ATTEMPTS; i++) {
            assertEquals(Progress.MORE, busy.step());
            post.pass(40);
        }

        assertEquals(Progress.IDLE, delivering().step());
        DeadLetter dead = post.dead().single();
        assertEquals("a1", WorkerFixture.content(dead.message()));
        assertEquals(WorkerFixture.MAX_ATTEMPTS, dead.attempts());
        assertEquals("too busy", dead.reason());
        assertEquals(new WorkerEvent.Buried("mail", 1, WorkerFixture.MAX_ATTEMPTS, "too busy"), post.reported.getLast());

        assertEquals(Option.none(), post.store.outbox().retry(1, post.now()));
        drain(delivering());
        assertEquals(Array.of("a1", "a2"), Array.ofAll(delivered).map(WorkerFixture::content));
    }

    @Test
    void aFailureThatWillNotPassIsNotTriedAgain() {
        post.send("alice", "a1");

        drain(failing(new DeliveryFailure.Permanent("550 no such user")));

        assertEquals(1, post.dead().single().attempts());
    }

    @Test
    void aThrownExceptionIsAFailedTryAndItsMessageIsHidden() {
        post.send("alice", "a1");
        OutboxWork careless = worker(delivery -> {
            throw new IllegalStateException("could not mail " + WorkerFixture.content(delivery), new Exception("code 123456"));
        });
        for (int i = 0; i < WorkerFixture.MAX_ATTEMPTS; i++) {
            assertEquals(Progress.MORE, careless.step());
            post.pass(40);
        }

        String reason = post.dead().single().reason();
        assertTrue(reason.contains("java.lang.IllegalStateException at "), reason);
        assertTrue(reason.endsWith("caused by java.lang.Exception"), reason);
        assertFalse(reason.contains("a1"), reason);
        post.reported.forEach(event -> assertFalse(event.text().contains("a1") || event.text().contains("123456"), event.text()));
    }

    @Test
    void anErrorOfAHandlerDoesNotEndItsWorker() {
        post.send("alice", "a1");
        assertEquals(Progress.MORE, worker(delivery -> {
            throw new StackOverflowError();
        }).step());
        assertEquals(1, post.reported.size());
    }

    @Test
    void aMessageOfADeadWorkerIsRedeliveredAfterItsLease() {
        post.send("alice", "a1");
        assertTrue(post.store.outbox().claim(Claim.of("mail", post.now(), WorkerFixture.LEASE_SECONDS)).isDefined());

        assertEquals(Progress.IDLE, delivering().step());
        post.pass(WorkerFixture.LEASE_SECONDS);
        drain(delivering());

        assertEquals(2, delivered.getFirst().attempt());
        assertEquals(1, delivered.getFirst().message().number());
    }

    @Test
    void aMessageThatKillsEveryWorkerComesToRest() {
        post.send("alice", "a1");
        for (int i = 0; i < WorkerFixture.MAX_ATTEMPTS; i++) {
            assertTrue(post.store.outbox().claim(Claim.of("mail", post.now(), WorkerFixture.LEASE_SECONDS)).isDefined());
            post.pass(WorkerFixture.LEASE_SECONDS);
        }

        drain(delivering());

        assertEquals(List.of(), delivered);
        assertTrue(post.dead().single().reason().startsWith("nothing was heard of try 3"), post.dead()::toString);
    }

    @Test
    void anExpiredLeaseSettlesNothingClaimedByAnother() {
        post.send("alice", "a1", "a2");
        OutboxWork slow = worker(delivery -> {
            post.pass(WorkerFixture.LEASE_SECONDS);
            drain(delivering());
            return Option.some(new DeliveryFailure.Permanent("too late"));
        });

        assertEquals(Progress.MORE, slow.step());

        assertEquals(Array.of("a1", "a2"), Array.ofAll(delivered).map(WorkerFixture::content));
        assertEquals(Array.empty(), post.dead());
        assertEquals(List.of(new WorkerEvent.Late("mail", 1, 1)), post.reported);
    }

    @Test
    void anExpiredLeaseSettlesAnUnclaimedMessage() {
        post.send("alice", "a1");
        drain(worker(delivery -> {
            post.pass(WorkerFixture.LEASE_SECONDS + 1);
            return Option.none();
        }));
        assertEquals(Array.empty(), post.open());
        assertEquals(List.of(), post.reported);
    }

    @Test
    void anInterruptedTryIsSettledAndTheInterruptStays() {
        post.send("alice", "a1");
        OutboxWork broken = worker(delivery -> {
            throw new InterruptedException();
        });

        assertEquals(Progress.MORE, broken.step());

        assertTrue(Thread.interrupted());
        assertEquals(1, post.reported.size());
        assertTrue(post.reported.getFirst().text().contains("broken off"), post.reported.getFirst().text());
    }

    @Test
    void aReasonIsOneLineOfLimitedLength() {
        String hostile = "\u001b[31mred\nnext\u202e" + "x".repeat(10_000);
        String reason = new DeliveryFailure.Transient(hostile).reason();
        assertTrue(reason.length() <= DeliveryFailure.MAX_REASON);
        assertTrue(reason.startsWith("[31mred next x"), reason);
    }

    /** An outbox takes what is put off for longer for the work of a clock that was wrong. */
    @Test
    void noTermsPutAMessageOffForLongerThanAnOutboxHolds() {
        RetryPolicy anHour = new RetryPolicy(2, new Backoff(Duration.ofSeconds(1), Duration.ofHours(1)));
        RetryPolicy longer = anHour.slowingDown(1, new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(3_601)));
        assertEquals(1_800, new DeliveryTerms(anHour, 1_800, 1, Duration.ofMillis(1)).leaseSeconds());
        assertThrows(IllegalArgumentException.class, () -> new DeliveryTerms(longer, 60, 1, Duration.ofMillis(1)));
        assertThrows(IllegalArgumentException.class, () -> new DeliveryTerms(anHour, 1_801, 1, Duration.ofMillis(1)));
        assertThrows(IllegalArgumentException.class, () -> Claim.of("mail", post.now(), 1_801));
    }
}
