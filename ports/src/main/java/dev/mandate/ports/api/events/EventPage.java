package dev.mandate.ports.api.events;

import io.vavr.collection.Array;

/**
 * Some events of a feed.
 *
 * @param events in the order of their positions
 * @param position from where to continue: nothing up to it will ever be added
 * @param hasMore whether there were more when this page was read
 */
public record EventPage(Array<CustodyEvent> events, long position, boolean hasMore) {}
