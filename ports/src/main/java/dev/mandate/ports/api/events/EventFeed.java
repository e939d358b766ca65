package dev.mandate.ports.api.events;

/** The events of all engines on one journal. Safe from any thread. */
@FunctionalInterface
public interface EventFeed {

    /**
     * The events after {@code position}, in order.
     *
     * @param position that of the last event that the caller has processed, or of the last page; 0 for all events
     * @param limit how many entries of the journal to look at, 1 to {@link dev.mandate.ports.spi.journal.Journal#MAX_PAGE}: at most as many events are
     *     on the page. It may be empty although more follow.
     */
    EventPage after(long position, int limit);
}
