package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.workers.Work.Progress;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** What is removed, and what is signed for. */
class KeepingWorkTest {

    private static final Payload SOMETHING = new Payload("text", 1, "{}");

    private final WorkerFixture post = new WorkerFixture();
    private final RetentionWork retention = new RetentionWork(post.store.retention(), post::now);
    private final Checkpointer checkpointer =
            new Checkpointer(post.store, post.store.checkpoints(), new TestLogSigner("log"));
    private final CheckpointWork checkpoints = new CheckpointWork(checkpointer, post::now);

    private void keep(int answers) {
        for (int i = 0; i < answers; i++) {
            IdempotencyRecord answer = new IdempotencyRecord(
                    new RequestKey("acme", "k" + i), Bytes32.ZERO, SOMETHING, post.now().plusSeconds(60));
            assertTrue(post.store.commit(Commit.at(post.now()).answering(answer)).isRight());
        }
    }

    private int kept() {
        return post.store.answers(Option.none(), Journal.MAX_PAGE).items().size();
    }

    private void happen(int from, int to) {
        for (int first = from; first < to; first += 100) {
            Commit commit = Array.range(first, Math.min(to, first + 100))
                    .foldLeft(Commit.at(post.now()), (c, i) -> c.append(new StreamId("account", "a" + i), 0, SOMETHING));
            assertTrue(post.store.commit(commit).isRight());
        }
    }

    private Array<Checkpoint> signed() {
        return post.store.checkpoints().checkpoints(0, 100).items().map(SignedCheckpoint::checkpoint).toArray();
    }

    @Test
    void expiredRecordsAreRemovedAfterTheClockMargin() {
        keep(3);
        post.pass(60 + RetentionWork.MARGIN_SECONDS - 1);
        assertEquals(Progress.IDLE, retention.step());
        assertEquals(3, kept());

        post.pass(1);
        assertEquals(Progress.IDLE, retention.step());
        assertEquals(0, kept());
    }

    @Test
    void muchThatExpiredIsRemovedInSeveralSteps() {
        keep(Journal.MAX_PAGE + 1);
        post.pass(60 + RetentionWork.MARGIN_SECONDS);
        assertEquals(Progress.MORE, retention.step());
        assertEquals(1, kept());
        assertEquals(Progress.IDLE, retention.step());
        assertEquals(0, kept());
    }

    @Test
    void aCheckpointIsSignedOnlyIfThereAreNewEvents() {
        assertEquals(Progress.IDLE, checkpoints.step());
        assertEquals(Array.empty(), signed());
        happen(0, 2);
        assertEquals(Progress.IDLE, checkpoints.step());
        assertEquals(Progress.IDLE, checkpoints.step());
        assertEquals(Array.of(2L), signed().map(Checkpoint::position));
    }

    @Test
    void allEventsAreSignedAtStopInSeveralCheckpoints() {
        happen(0, Checkpoint.MAX_HEADS + 1);
        checkpoints.atStop();
        assertEquals(
                Array.of((long) Checkpoint.MAX_HEADS, Checkpoint.MAX_HEADS + 1L), signed().map(Checkpoint::position));
    }

    /** Another instance signs between this one's look at the last checkpoint and its own signature. */
    @Test
    void anOvertakenSignerLeavesTheCheckpointToTheOther() {
        happen(0, 1);
        LogSigner own = new TestLogSigner("log");
        LogSigner overtaken = new LogSigner() {
            @Override
            public Bytes32 key() {
                return own.key();
            }

            @Override
            public Signature sign(Bytes checkpoint) {
                assertEquals(Progress.IDLE, checkpoints.step());
                return own.sign(checkpoint);
            }
        };
        CheckpointWork slower =
                new CheckpointWork(new Checkpointer(post.store, post.store.checkpoints(), overtaken), post::now);

        assertEquals(Progress.IDLE, slower.step());

        assertEquals(1, signed().size());
    }

    /** A journal with an event that does not continue the one before it. */
    private static final class BrokenLink implements InvocationHandler {

        private final InMemoryJournal journal;

        private BrokenLink(InMemoryJournal journal) {
            this.journal = journal;
        }

        static JournalReader in(InMemoryJournal journal) {
            return (JournalReader) Proxy.newProxyInstance(
                    JournalReader.class.getClassLoader(), new Class<?>[] {JournalReader.class}, new BrokenLink(journal));
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object found = method.invoke(journal, arguments);
            return method.getName().equals("events") ? new Page<>(((Page<?>) found).items().map(BrokenLink::forged), false) : found;
        }

        private static Object forged(Object found) {
            RecordedEvent event = (RecordedEvent) found;
            return event.version() < 2
                    ? event
                    : RecordedEvent.chained(
                            event.stream(), event.version(), event.position(), event.recordedAt(), event.payload(), Bytes32.ZERO);
        }
    }

    @Test
    void aBrokenEventChainIsNotSigned() {
        StreamId stream = new StreamId("account", "a");
        for (int version = 0; version < 3; version++) {
            assertTrue(post.store.commit(Commit.at(post.now()).append(stream, version, SOMETHING)).isRight());
        }
        Checkpointer deceived =
                new Checkpointer(BrokenLink.in(post.store), post.store.checkpoints(), new TestLogSigner("log"));

        JournalDamagedException damaged = assertThrows(JournalDamagedException.class, () -> deceived.signNext(post.now()));

        assertTrue(String.valueOf(damaged.getMessage()).startsWith("event 2 of account/a at position 2"), damaged::getMessage);
        assertEquals(Array.empty(), signed());
        assertTrue(checkpointer.signNext(post.now()).isRight());
        assertEquals(1, signed().size());
    }

    @Test
    void aCheckpointOfAnotherKeyStopsSigning() {
        happen(0, 1);
        assertTrue(new Checkpointer(post.store, post.store.checkpoints(), new TestLogSigner("forger"))
                .signNext(post.now())
                .isRight());
        happen(1, 2);

        assertThrows(JournalDamagedException.class, () -> checkpointer.signNext(post.now()));

        assertEquals(1, signed().size());
    }
}
