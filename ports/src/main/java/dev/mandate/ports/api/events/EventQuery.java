package dev.mandate.ports.api.events;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * Selects events of a tenant.
 *
 * @param after position of the last event that the caller has processed, or of the last page; 0 from the start
 * @param limit the most events of a page, 1 to {@value #MAX_LIMIT}
 * @param types empty selects all
 * @param account none selects all, and what belongs to no account
 * @param network none selects all; another one also what belongs to no network
 */
public record EventQuery(long after, int limit, Set<EventType> types, Option<Address> account, Option<Network> network) {

    /** The most events of a page. */
    public static final int MAX_LIMIT = 100;

    public EventQuery {
        if (after < 0 || limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("no page of " + limit + " events after " + after);
        }
    }

    /** Selects all events. */
    public EventQuery(long after, int limit) {
        this(after, limit, HashSet.empty(), Option.none(), Option.none());
    }

    /** The same after another position. */
    public EventQuery after(long position) {
        return new EventQuery(position, limit, types, account, network);
    }
}
