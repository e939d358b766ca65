package dev.mandate.engine.events;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.events.EventProjector.Reached;
import dev.mandate.engine.events.EventRows.Count;
import dev.mandate.engine.events.EventRows.Projected;
import dev.mandate.engine.journal.EntityHistory;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventId;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.events.EventsGone;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/** A tenant's events, read from their rows and the recorded events. Before each page it projects one batch of what was recorded meanwhile. */
public final class TenantEvents implements EventFeed {

    private static final byte[] ID_DOMAIN = "mandate/event/v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final int ID_BYTES = 16;

    /** How many events a page looks at, to find those that it selects. */
    private static final int LOOKS = Journal.MAX_PAGE;

    private final JournalReader journal;
    private final Tenant tenant;
    private final EventSources sources;
    private final EventProjector projector;

    public TenantEvents(JournalReader journal, Tenant tenant, EventSources sources, EventProjector projector) {
        this.journal = journal;
        this.tenant = tenant;
        this.sources = sources;
        this.projector = projector;
    }

    @Override
    public Either<EventsGone, EventPage> page(EventQuery query) {
        boolean isBehind = projector.help() == Reached.MORE;
        // Read before the rows: an event that is projected between both must not count as removed.
        Count count = EventRows.COUNTS.find(journal, EventRows.countKey(tenant)).getOrElse(Count.NONE);
        Page<Tuple2<String, Projected>> rows = EventRows.EVENTS.page(
                journal,
                EventRows.prefix(tenant),
                Option.some(EventRows.key(tenant, query.after())),
                isSelective(query) ? LOOKS : query.limit());
        projector.requireComplete();
        long before = rows.items().headOption().map(first -> first._2.previous()).getOrElse(count.last());
        return before > query.after() ? Either.left(new EventsGone(before)) : Either.right(page(query, rows, isBehind));
    }

    private static boolean isSelective(EventQuery query) {
        return query.types().nonEmpty() || query.account().isDefined() || query.network().isDefined();
    }

    private EventPage page(EventQuery query, Page<Tuple2<String, Projected>> rows, boolean isBehind) {
        requireChain(rows);
        Array<Tuple2<String, Projected>> selected = Array.ofAll(rows.items()).filter(row -> selects(query, row._2));
        boolean hasMore = isBehind || rows.hasMore() || selected.length() > query.limit();
        Array<Tuple2<String, Projected>> shown = selected.take(query.limit());
        Option<Tuple2<String, Projected>> last = selected.length() > query.limit() ? shown.lastOption() : rows.items().lastOption();
        EntityHistory history = new EntityHistory(journal);
        return new EventPage(
                shown.map(row -> event(EventRows.position(row._1), row._2, history)),
                last.map(row -> EventRows.position(row._1)).getOrElse(query.after()),
                hasMore);
    }

    private static boolean selects(EventQuery query, Projected row) {
        return (query.types().isEmpty() || query.types().contains(row.type()))
                && (query.account().isEmpty() || query.account().equals(row.account()))
                && (query.network().isEmpty() || row.network().isEmpty() || query.network().equals(row.network()));
    }

    /** Each row names the one before it, so a missing one is noticed. */
    private static void requireChain(Page<Tuple2<String, Projected>> rows) {
        Array.ofAll(rows.items()).sliding(2).filter(two -> two.length() == 2).forEach(two -> {
            if (two.get(1)._2.previous() != EventRows.position(two.get(0)._1)) {
                throw new JournalDamagedException("the event after " + two.get(0)._1 + " is missing");
            }
        });
    }

    private CustodyEvent event(long position, Projected row, EntityHistory history) {
        RecordedEvent recorded = Array.ofAll(journal.stream(new StreamId(row.kind(), row.id()), row.version() - 1, 1).items())
                .headOption()
                .filter(found -> found.position() == position)
                .getOrElseThrow(() -> new JournalDamagedException(
                        "event " + row.version() + " of " + row.kind() + "/" + row.id() + " is missing"));
        ToldEvent told = sources.tell(recorded, history)
                .find(event -> event.tenant().equals(tenant))
                .getOrElseThrow(() -> new JournalDamagedException("the event at " + position + " tells " + tenant + " nothing"));
        return new CustodyEvent(
                id(recorded),
                position,
                Option.when(told.account().isDefined(), row::accountPosition),
                told.at(),
                told.network(),
                told.account(),
                told.origin(),
                told.data());
    }

    private EventId id(RecordedEvent recorded) {
        byte[] hash = Sha256.of(
                        ID_DOMAIN,
                        (tenant.name() + '\0').getBytes(StandardCharsets.US_ASCII),
                        recorded.hash().toArray())
                .toArray();
        return new EventId("evt_" + Bytes.of(hash, 0, ID_BYTES).toHex());
    }
}
