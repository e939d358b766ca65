package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import org.junit.jupiter.api.Test;

/** A script in another language computed the expected hashes from the table in {@link EventHash}. */
class EventHashTest {

    private static final StreamId ALPHA = new StreamId("smart-account", "alpha");
    private static final UnixTime AT = new UnixTime(1_800_000_000);
    private static final Payload OPENED = new Payload("opened", 3, "{\"memo\":\"\u00e9\"}");
    private static final Payload CLOSED = new Payload("closed", 1, "{}");
    private static final RecordedEvent FIRST = RecordedEvent.chained(ALPHA, 1, 7, AT, OPENED, EventHash.NONE);

    private static String hex(RecordedEvent event) {
        return Bytes.of(event.hash().toArray()).toHex();
    }

    @Test
    void theFirstEventOfAStreamIsHashedBehindZeros() {
        assertEquals("450aaac171698cef0bb53949cf950802cd06a189e443f14612371b59765b2136", hex(FIRST));
    }

    @Test
    void theNextOneIsHashedBehindIt() {
        RecordedEvent second = RecordedEvent.chained(ALPHA, 2, 9, new UnixTime(-1), CLOSED, FIRST.hash());
        assertEquals("74c8709c2480bbb5c682aec133576283a9885b637058904d406185b386851a45", hex(second));
    }

    @Test
    void everyPartOfAnEventCounts() {
        Seq<RecordedEvent> others = Array.of(
                RecordedEvent.chained(new StreamId("smart-accoun", "talpha"), 1, 7, AT, OPENED, EventHash.NONE),
                RecordedEvent.chained(new StreamId("smart-account", "alphb"), 1, 7, AT, OPENED, EventHash.NONE),
                RecordedEvent.chained(ALPHA, 2, 7, AT, OPENED, EventHash.NONE),
                RecordedEvent.chained(ALPHA, 1, 8, AT, OPENED, EventHash.NONE),
                RecordedEvent.chained(ALPHA, 1, 7, AT.plusSeconds(1), OPENED, EventHash.NONE),
                RecordedEvent.chained(ALPHA, 1, 7, AT, CLOSED, EventHash.NONE),
                RecordedEvent.chained(ALPHA, 1, 7, AT, new Payload("opened", 4, OPENED.content()), EventHash.NONE),
                RecordedEvent.chained(
                        ALPHA, 1, 7, AT, new Payload("opened", 3, "{\"memo\":\"e\"}"), EventHash.NONE),
                RecordedEvent.chained(ALPHA, 1, 7, AT, OPENED, FIRST.hash()));
        others.forEach(other -> assertNotEquals(FIRST.hash(), other.hash(), other::toString));
        assertEquals(others.size(), others.map(RecordedEvent::hash).distinct().size());
    }
}
