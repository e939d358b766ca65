package dev.mandate.ports.api.events;

import io.vavr.control.Either;

/** A tenant's events, on all networks. Safe from any thread. */
@FunctionalInterface
public interface EventFeed {

    /**
     * The next events. What was recorded before the call is there, unless much was recorded shortly before, or another thread takes long to read that:
     * then it is on a later page.
     *
     * @return a page, which may be empty although more follow; or that some of the events are not kept any more
     */
    Either<EventsGone, EventPage> page(EventQuery query);
}
