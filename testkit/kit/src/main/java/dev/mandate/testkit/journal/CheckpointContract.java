package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link CheckpointLog}.
 *
 * <p>Not asserted: that signatures are valid, because a log stores what it is given, and the verification of the log checks it.
 */
public abstract class CheckpointContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final LogSigner SIGNER = new TestLogSigner("log");

    private CheckpointLog log = new InMemoryJournal().checkpoints();

    /** Returns an empty store for one test. The adapter's test closes its resources after each test. */
    protected abstract JournalStore freshStore();

    @BeforeEach
    final void startFresh() {
        log = freshStore().checkpoints();
    }

    static SignedCheckpoint signed(long number, Bytes32 previous) {
        Array<StreamHead> heads = Array.of(
                new StreamHead(new StreamId("account", "a"), number, Bytes32.ZERO),
                new StreamHead(new StreamId("account", "b"), 7, Checkpoint.NONE));
        Checkpoint checkpoint = new Checkpoint(number, previous, number * 10, NOW, heads);
        return new SignedCheckpoint(checkpoint, SIGNER.key(), SIGNER.sign(checkpoint.bytes()));
    }

    @Test
    void thereIsNoneAtFirst() {
        assertEquals(Option.none(), log.latest());
        assertEquals(new Page<SignedCheckpoint>(Array.empty(), false), log.checkpoints(0, 10));
    }

    @Test
    void checkpointsComeBackAsTheyWereSigned() {
        SignedCheckpoint first = signed(1, Checkpoint.NONE);
        SignedCheckpoint second = signed(2, first.checkpoint().hash());
        assertEquals(Option.none(), log.append(first));
        assertEquals(Option.some(first), log.latest());
        assertEquals(Option.none(), log.append(second));
        assertEquals(Option.some(second), log.latest());
        Page<SignedCheckpoint> page = log.checkpoints(0, 1);
        assertEquals(Array.of(first), page.items().toArray());
        assertTrue(page.hasMore());
        Page<SignedCheckpoint> rest = log.checkpoints(1, 1);
        assertEquals(Array.of(second), rest.items().toArray());
        assertFalse(rest.hasMore());
        assertThrows(IllegalArgumentException.class, () -> log.checkpoints(0, 0));
    }

    @Test
    void aCheckpointThatDoesNotFollowTheLatestIsOutOfTurn() {
        SignedCheckpoint first = signed(1, Checkpoint.NONE);
        assertEquals(Option.some(new OutOfTurn(Option.none())), log.append(signed(2, Checkpoint.NONE)));
        assertEquals(Option.some(new OutOfTurn(Option.none())), log.append(signed(1, first.checkpoint().hash())));
        assertEquals(Option.none(), log.append(first));
        Option<OutOfTurn> late = Option.some(new OutOfTurn(Option.some(first)));
        assertEquals(late, log.append(first));
        assertEquals(late, log.append(signed(2, Checkpoint.NONE)));
        assertEquals(late, log.append(signed(3, first.checkpoint().hash())));
        assertEquals(Array.of(first), log.checkpoints(0, 10).items().toArray());
    }
}
