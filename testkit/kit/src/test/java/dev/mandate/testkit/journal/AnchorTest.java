package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.journal.InMemoryAnchor;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import org.junit.jupiter.api.Test;

/** What an anchor keeps, and the contract on the anchor in memory. */
class AnchorTest extends AnchorContract {

    private static final Anchor EMPTY = Anchor.of(new JournalId(hash("journal")));

    private final InMemoryAnchor anchors = new InMemoryAnchor();

    @Override
    protected AnchorStore open() {
        return anchors;
    }

    /** The loss of any number of checkpoints can be told to within a sixteenth of it, from few lines. */
    @Test
    void oldCheckpointsAreThinnedOutAndTheirEventsSummedUp() {
        int signed = 5_000;
        Anchor anchor = Array.rangeClosed(1, signed).foldLeft(EMPTY, (all, number) -> all.with(checkpoint(number), HashMap.empty()));

        Array<Long> kept = anchor.checkpoints().map(AnchoredCheckpoint::number);
        assertTrue(kept.length() < 200, kept::toString);
        assertEquals(Array.rangeClosed(signed - 31L, (long) signed), kept.takeRight(32));
        kept.zip(kept.tail()).forEach(pair -> assertTrue((pair._2 - pair._1) * 16 <= Math.max(16, signed - pair._1), pair::toString));
        assertEquals(10L * signed, anchor.checkpoints().flatMap(one -> one.events().values()).sum().longValue());
    }

    @Test
    void anOlderCheckpointChangesNothing() {
        StreamId key = new StreamId("api-key", "key");
        Anchor anchor = EMPTY.with(checkpoint(2), HashMap.of(key, new UnixTime(5)));
        assertEquals(anchor, anchor.with(checkpoint(2), HashMap.of(key, new UnixTime(9))));
        assertEquals(anchor, anchor.with(checkpoint(1), HashMap.of(key, new UnixTime(9))));
        assertEquals(
                HashMap.of(key, new UnixTime(9)), anchor.with(checkpoint(3), HashMap.of(key, new UnixTime(9))).ended());
    }
}
