package dev.mandate.engine.workers;

import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import java.util.function.Consumer;

/** Passes the events of a feed on, one after another. If the handler throws, the same event comes again. */
final class EventWork implements Work {

    private final EventFeed feed;
    private final Consumer<CustodyEvent> handler;
    private long position;

    EventWork(EventFeed feed, long position, Consumer<CustodyEvent> handler) {
        this.feed = feed;
        this.position = position;
        this.handler = handler;
    }

    @Override
    public Progress step() {
        EventPage page = feed.page(new EventQuery(position, EventQuery.MAX_LIMIT)).getOrElseThrow(gone ->
                new IllegalStateException("events up to position " + gone.oldest() + " are not kept any more, and the host has processed them up to " + position));
        for (CustodyEvent event : page.events()) {
            handler.accept(event);
            position = event.position();
        }
        position = page.position();
        return page.hasMore() ? Progress.MORE : Progress.IDLE;
    }
}
