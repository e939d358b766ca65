package dev.mandate.engine.events;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.engine.journal.RowType;
import dev.mandate.ports.api.events.EventType;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.Locale;

/** The rows of projected events. All of them follow from the journal's events. */
public final class EventRows {

    /** A tenant's events, by tenant and position. */
    static final RowType<Projected> EVENTS = RowType.of("tenant-event", Projected.class);

    /** How many events a tenant has, and an account of a tenant. */
    static final RowType<Count> COUNTS = RowType.of("tenant-event-count", Count.class);

    /** The batches in which events were projected, by the position where each began. */
    static final RowType<Batch> BATCHES = RowType.of("tenant-event-batch", Batch.class);

    /** How far events are projected: one row. */
    static final RowType<Cursor> CURSOR = RowType.of("tenant-event-cursor", Cursor.class);

    /** When rows were removed. A projector that began before is refused by the version. */
    static final EntityType<Removed, Removed> REMOVALS =
            EntityType.of("tenant-event-rows", Removed.class, Removed.class, (before, removed) -> removed);

    /** The last removal follows from its event. */
    public static final Projection PROJECTION = REMOVALS.projection();

    /** The key of the cursor, and of the removals. */
    static final String CURSOR_KEY = "journal";

    /** The kinds of rows, with their shapes. */
    public static final Array<RowType<?>> TYPES = Array.of(EVENTS, COUNTS, BATCHES, CURSOR);

    private EventRows() {}

    /**
     * A projected event. What it tells is in the recorded event.
     *
     * @param kind the kind of the stream with the recorded event
     * @param id the id of that stream
     * @param version its place in that stream
     * @param accountPosition 0 if it is about no account
     * @param previous position of the tenant's event before; 0 if there is none
     */
    record Projected(
            EventType type,
            String kind,
            String id,
            long version,
            Option<Network> network,
            Option<Address> account,
            long accountPosition,
            long previous) {}

    /** @param last the position of the last event */
    record Count(long events, long last) {

        static final Count NONE = new Count(0, 0);

        Count next(long position) {
            return new Count(events + 1, position);
        }
    }

    /**
     * A batch of projected events.
     *
     * @param to the position of the last recorded event that was looked at
     * @param at when that was recorded
     * @param events the keys of the batch's events
     */
    record Batch(long to, UnixTime at, Array<String> events) {}

    /**
     * How far events are projected.
     *
     * @param position everything up to it is projected
     * @param goal readers wait until the position is there
     */
    record Cursor(long position, State state, long goal) {

        static final Cursor START = new Cursor(0, State.PROJECTED, 0);

        enum State {
            PROJECTED,
            /** Rows are being removed, to be projected anew. */
            REBUILDING
        }

        boolean isRebuilding() {
            return state == State.REBUILDING;
        }

        /** Whether all rows are there that readers may have seen. */
        boolean isComplete() {
            return !isRebuilding() && position >= goal;
        }

        Cursor at(long reached) {
            return new Cursor(reached, State.PROJECTED, goal);
        }
    }

    /**
     * Rows were removed, or are from now on.
     *
     * @param cursor only batches that ended up to there, which nobody projects again; 0: all rows
     */
    record Removed(long cursor) {}

    static String prefix(Tenant tenant) {
        return tenant.name() + "/";
    }

    static String key(Tenant tenant, long position) {
        return prefix(tenant) + key(position);
    }

    /** Sorts as the numbers do. */
    static String key(long position) {
        return String.format(Locale.ROOT, "%019d", position);
    }

    static long position(String key) {
        return Long.parseLong(key.substring(key.lastIndexOf('/') + 1));
    }

    static String countKey(Tenant tenant) {
        return tenant.name();
    }

    static String countKey(Tenant tenant, Option<Network> network, Address account) {
        return network.map(where -> RowPrefix.of(tenant, where)).getOrElse(() -> prefix(tenant)) + account;
    }

    /** The shapes of all rows. */
    public static Seq<String> format() {
        return TYPES.flatMap(RowType::format);
    }
}
