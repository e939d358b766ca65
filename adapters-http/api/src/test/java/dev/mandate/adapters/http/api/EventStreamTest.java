package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.events.EventsGone;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventStreamTest {

    private final AtomicLong nanos = new AtomicLong();
    private final OpenStreams open = new OpenStreams();

    private EventStream stream(EventFeed feed) {
        try {
            return new EventStream(feed, new EventQuery(0, 10), event -> Json.object(), open.take().get(), nanos::get);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Option<String> next(EventStream stream) throws InterruptedException {
        return stream.next().map(piece -> new String(piece.toArray(), StandardCharsets.UTF_8));
    }

    @Test
    void aCommentComesAtOnceAndAfterFifteenSecondsWithoutAnEvent() throws InterruptedException {
        EventStream stream = stream(query -> Either.right(new EventPage(Array.empty(), query.after(), false)));

        assertEquals(Option.some(":\n\n"), next(stream));
        nanos.addAndGet(Duration.ofSeconds(15).toNanos() - 1);
        assertEquals(Option.some(Bytes.EMPTY), stream.next());
        nanos.incrementAndGet();
        assertEquals(Option.some(":\n\n"), next(stream));
    }

    /** So a client whose selection is quiet for long does not ask for what is not kept any more. */
    @Test
    void aCommentNamesThePositionUpToWhichNothingWasSelected() throws InterruptedException {
        EventStream stream = stream(query -> Either.right(new EventPage(Array.empty(), 7, false)));

        assertEquals(Option.some(":\nid: 7\n\n"), next(stream));
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        assertEquals(Option.some(":\n\n"), next(stream));
    }

    /** So the server notices clients that are gone before it refuses another one. */
    @Test
    void itWritesTwiceIfItsPlaceIsWanted() throws InterruptedException {
        EventStream stream = stream(query -> Either.right(new EventPage(Array.empty(), query.after(), false)));
        Array<OpenStreams.Place> others = Array.range(1, OpenStreams.MOST).flatMap(any -> take());
        assertEquals(Option.some(":\n\n"), next(stream));
        assertEquals(Option.some(Bytes.EMPTY), stream.next());

        Thread refused = Thread.startVirtualThread(() -> assertEquals(Option.none(), take()));
        refused.join();

        assertEquals(Option.some(":\n\n"), next(stream));
        assertEquals(Option.some(":\n\n"), next(stream));
        assertEquals(Option.some(Bytes.EMPTY), stream.next());
        others.head().free();
        others.head().free();
        assertEquals(1, Array.range(0, 1).flatMap(any -> take()).length());
    }

    private Option<OpenStreams.Place> take() {
        try {
            return open.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void itEndsIfEventsWereRemovedBeforeTheyWereSent() throws InterruptedException {
        assertEquals(Option.none(), stream(query -> Either.left(new EventsGone(7))).next());
    }
}
