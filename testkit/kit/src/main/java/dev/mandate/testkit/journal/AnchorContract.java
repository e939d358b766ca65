package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.AnchoredEvent;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.journal.InMemoryAnchor;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link AnchorStore}.
 *
 * <p>Not asserted: that an anchor survives a crash, because the storage decides it. Nor that unreadable content is a fault, because the
 * contract cannot damage a storage that it does not know.
 */
public abstract class AnchorContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final StreamId KEY = new StreamId("api-key", "key_0123456789abcdef");
    private static final Anchor FIRST = Anchor.of(new JournalId(hash("journal")));
    private static final int WRITERS = 4;
    private static final int EACH = 10;

    private AnchorStore anchors = new InMemoryAnchor();

    /** Returns the storage of one test, which holds no anchor at first. Each call in a test returns another view of the same storage. */
    protected abstract AnchorStore open();

    @BeforeEach
    final void startFresh() {
        anchors = open();
    }

    static Bytes32 hash(String text) {
        return Sha256.of(text);
    }

    static AnchoredCheckpoint checkpoint(long number) {
        return new AnchoredCheckpoint(
                number, hash("checkpoint " + number), number * 10, NOW.plusSeconds(number), HashMap.of("api-key", 2L, "submission", 8L));
    }

    @Test
    void thereIsNoneAtFirst() {
        assertEquals(Option.none(), anchors.read());
    }

    @Test
    void everyPartComesBackAsItWasWritten() {
        AnchoredEvent newest = new AnchoredEvent(25, new StreamHead(KEY, 3, hash("event")), NOW);
        Anchor full = FIRST.with(checkpoint(1), HashMap.of(KEY, NOW, new StreamId("api-key", "b"), NOW.plusSeconds(-5)))
                .with(checkpoint(2), HashMap.empty())
                .with(newest);
        for (Anchor anchor : Array.of(FIRST, full, full.restored(), full.upTo(1))) {
            assertEquals(anchor, anchors.update(before -> anchor));
            assertEquals(Option.some(anchor), anchors.read());
            assertEquals(Option.some(anchor), open().read());
        }
    }

    @Test
    void aChangeSeesTheAnchorBefore() {
        var unused = anchors.update(before -> {
            assertEquals(Option.none(), before);
            return FIRST;
        });
        assertEquals(
                FIRST.with(checkpoint(1), HashMap.empty()),
                open().update(before -> {
                    assertEquals(Option.some(FIRST), before);
                    return before.get().with(checkpoint(1), HashMap.empty());
                }));
    }

    @Test
    void aChangeThatFailsLeavesTheAnchor() {
        var unused = anchors.update(before -> FIRST);
        assertThrows(IllegalStateException.class, () -> anchors.update(before -> {
            throw new IllegalStateException("no change");
        }));
        assertEquals(Option.some(FIRST), anchors.read());
    }

    @Test
    void noChangeOfSeveralWritersIsLost() throws InterruptedException {
        var unused = anchors.update(before -> FIRST);
        Array<Thread> writers = Array.range(0, WRITERS).map(writer -> {
            AnchorStore own = open();
            return Thread.ofPlatform().start(() -> appendTo(own));
        });
        for (Thread writer : writers) {
            writer.join();
        }
        assertEquals((long) WRITERS * EACH, last(anchors.read()));
    }

    private static void appendTo(AnchorStore anchors) {
        for (int i = 0; i < EACH; i++) {
            var unused = anchors.update(before -> before.get().with(checkpoint(last(before) + 1), HashMap.empty()));
        }
    }

    private static long last(Option<Anchor> anchor) {
        return anchor.flatMap(Anchor::last).map(AnchoredCheckpoint::number).getOrElse(0L);
    }
}
