package dev.mandate.engine.workers;

import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import java.util.function.Consumer;

/** Passes the events of a feed on, one after another. If the handler throws, the same event comes again. */
final class EventWork implements Work {

    private static final int PAGE = 100;

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
        EventPage page = feed.after(position, PAGE);
        for (CustodyEvent event : page.events()) {
            handler.accept(event);
            position = event.position();
        }
        position = page.position();
        return page.hasMore() ? Progress.MORE : Progress.IDLE;
    }
}
