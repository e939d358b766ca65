package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.workers.Work.Progress;
import dev.mandate.ports.audit.Checkpoint;
import dev.mandate.ports.audit.LogSigner;
import dev.mandate.ports.audit.SignedCheckpoint;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What is removed, and what is signed for. */
class KeepingWorkTest {

    private static final Payload SOMETHING = new Payload("text", 1, "{}");

    private final WorkerFixture post = new WorkerFixture();
    private final RetentionWork retention = new RetentionWork(post.store.retention(), post::now);
    private final Checkpointer checkpointer =
            new Checkpointer(post.store, post.store.checkpoints(), new TestLogSigner("log"));
    private final CheckpointWork checkpoints = new CheckpointWork(checkpointer, post::now);

    private void keep(int codes) {
        Array<RowChange> rows = Array.range(0, codes).map(i -> new RowChange.Insert(
                new Row(new RowKey("code", "c" + i), SOMETHING, Option.some(post.now().plusSeconds(60)))));
        assertTrue(post.store.commit(rows.foldLeft(Commit.at(post.now()), Commit::change)).isRight());
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
    void whatExpiredIsRemovedOnceEveryClockAgreesThatItHas() {
        keep(3);
        post.pass(60 + RetentionWork.MARGIN_SECONDS - 1);
        assertEquals(Progress.IDLE, retention.step());
        assertEquals(3, post.store.rows(RowScan.of("code", 10)).items().size());

        post.pass(1);
        assertEquals(Progress.IDLE, retention.step());
        assertEquals(Array.empty(), post.store.rows(RowScan.of("code", 10)).items());
    }

    @Test
    void muchThatExpiredIsRemovedInSeveralSteps() {
        keep(1_000);
        post.pass(60 + RetentionWork.MARGIN_SECONDS);
        assertEquals(Progress.MORE, retention.step());
        assertEquals(Progress.IDLE, retention.step());
        assertEquals(Array.empty(), post.store.rows(RowScan.of("code", 10)).items());
    }

    @Test
    void aCheckpointIsSignedForWhatHasHappenedAndNoneForNothing() {
        assertEquals(Progress.IDLE, checkpoints.step());
        assertEquals(Array.empty(), signed());
        happen(0, 2);
        assertEquals(Progress.IDLE, checkpoints.step());
        assertEquals(Progress.IDLE, checkpoints.step());
        assertEquals(Array.of(2L), signed().map(Checkpoint::position));
    }

    @Test
    void atTheEndEverythingIsSignedForHoweverManyCheckpointsItTakes() {
        happen(0, Checkpoint.MAX_HEADS + 1);
        checkpoints.atStop();
        assertEquals(
                Array.of((long) Checkpoint.MAX_HEADS, Checkpoint.MAX_HEADS + 1L), signed().map(Checkpoint::position));
    }

    /** Another instance signs between this one's look at the last checkpoint and its own signature. */
    @Test
    void whoIsOutOfTurnLeavesItToTheOther() {
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
}
