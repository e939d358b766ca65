package dev.mandate.adapters.store.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.EventSources;
import dev.mandate.engine.events.TenantEvents;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many writers, and several projectors and readers as in several processes: readers see each event once, in order, without waiting for the writers. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class EventProjectionContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final Tenant ACME = new Tenant("acme");
    private static final Array<Address> ACCOUNTS = Array.of("one", "two", "three").map(name -> TestKey.of(name).address());
    private static final int WRITERS = 6;
    private static final int EACH = 40;

    private record Changes(long count, long by) {}

    private record Change(long by) {}

    private static final EntityType<Changes, Change> TYPE = EntityType.of(
            "change", Changes.class, Change.class, (before, change) -> new Changes(before.map(Changes::count).getOrElse(0L) + 1, change.by()));
    private static final EventSources SOURCES = new EventSources(Array.of(EventSource.of(TYPE, (change, moment) -> Option.some(ToldEvent.here(
            ACME,
            moment.at(),
            Network.DEVNET,
            Address.parse(moment.id()).get(),
            new EventData.FiltersChanged(moment.after().state().count(), AccountFilters.NONE))))));

    protected abstract JournalStore freshStore();

    private static TenantEvents feed(JournalStore store) {
        return new TenantEvents(store.journal(), ACME, SOURCES, new EventProjector(store.journal(), () -> NOW, SOURCES));
    }

    @Test
    void readersSeeEachEventOnceInOrder() throws Exception {
        JournalStore store = freshStore();
        Repository<Changes, Change> changes = new Repository<>(TYPE, store.journal(), () -> NOW);
        List<Future<Array<CustodyEvent>>> readers = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3; i++) {
                readers.add(executor.submit(() -> follow(feed(store))));
            }
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                executor.execute(() -> Array.range(0, EACH).forEach(n -> {
                    var unused = changes.update(
                            ACCOUNTS.get((writer + n) % ACCOUNTS.length()).toString(), before -> Either.right(Array.of(new Change(writer))));
                }));
            }
        }

        Array<CustodyEvent> all = follow(feed(store));
        for (Future<Array<CustodyEvent>> reader : readers) {
            assertEquals(all, reader.get());
        }
        assertEquals(all.map(CustodyEvent::position).distinct().sorted(), all.map(CustodyEvent::position));
        for (Address account : ACCOUNTS) {
            Array<CustodyEvent> its = all.filter(event -> event.account().contains(account));
            assertEquals(Array.rangeClosed(1L, (long) its.length()), its.flatMap(CustodyEvent::accountPosition).toArray());
            assertEquals(
                    Array.rangeClosed(1L, (long) its.length()),
                    its.map(event -> ((EventData.FiltersChanged) event.data()).version()));
        }
    }

    private static Array<CustodyEvent> follow(TenantEvents feed) throws InterruptedException {
        Array<CustodyEvent> all = Array.empty();
        long position = 0;
        while (all.length() < WRITERS * EACH) {
            EventPage page = feed.page(new EventQuery(position, 7)).get();
            all = all.appendAll(page.events());
            position = page.position();
            if (!page.hasMore()) {
                Thread.sleep(Duration.ofMillis(1));
            }
        }
        return all;
    }
}
