package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.ReplyStream;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Server-sent events (HTML Standard, section 9.2): for each event its position as id, and its JSON. A comment after 15 seconds without one. If the
 * stream has passed over events meanwhile, that has the position as id: no event for the client, but it goes on from there when it connects again. The
 * stream ends if events were removed before they were sent.
 */
final class EventStream implements ReplyStream {

    private static final Duration COMMENT_AFTER = Duration.ofSeconds(15);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final EventFeed feed;
    private final Function<CustodyEvent, ObjectNode> written;
    private final OpenStreams.Place place;
    private final LongSupplier nanoTime;
    private EventQuery query;
    private Option<Long> lastSent = Option.none();

    /** What the client gives as {@code Last-Event-ID}. */
    private long knownPosition;

    /** @param place is freed when it is closed */
    EventStream(
            EventFeed feed, EventQuery query, Function<CustodyEvent, ObjectNode> written, OpenStreams.Place place, LongSupplier nanoTime) {
        this.feed = feed;
        this.query = query;
        this.knownPosition = query.after();
        this.written = written;
        this.place = place;
        this.nanoTime = nanoTime;
    }

    @Override
    public Option<Bytes> next() throws InterruptedException {
        Option<EventPage> page = feed.page(query).toOption();
        if (page.isEmpty()) {
            return Option.none();
        }
        query = query.after(page.get().position());
        if (page.get().events().nonEmpty()) {
            knownPosition = page.get().events().last().position();
            return sent(page.get().events().map(this::block).mkString());
        }
        // The first comment shows the client at once that it is connected.
        if (lastSent.forAll(time -> nanoTime.getAsLong() - time >= COMMENT_AFTER.toNanos())) {
            return sent(comment());
        }
        if (!page.get().hasMore()) {
            Thread.sleep(LOOK_EVERY);
        }
        // The first piece to a client that is gone is lost without a sign, a later one fails.
        return place.isWanted() ? sent(comment()) : Option.some(Bytes.EMPTY);
    }

    private Option<Bytes> sent(String piece) {
        lastSent = Option.some(nanoTime.getAsLong());
        return Option.some(Bytes.of(piece.getBytes(StandardCharsets.UTF_8)));
    }

    private String comment() {
        String id = query.after() == knownPosition ? "" : "id: " + query.after() + "\n";
        knownPosition = query.after();
        return ":\n" + id + "\n";
    }

    /** JSON has no line breaks, as {@link Json#write} writes it. */
    private String block(CustodyEvent event) {
        return "id: " + event.position() + "\ndata: " + new String(Json.write(written.apply(event)).toArray(), StandardCharsets.UTF_8) + "\n\n";
    }

    @Override
    public void close() {
        place.free();
    }
}
