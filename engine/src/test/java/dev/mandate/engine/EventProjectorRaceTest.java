package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.events.EventProjector.Reached;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.EventSources;
import dev.mandate.engine.events.TenantEvents;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A projector that was slow: others project, remove and rebuild rows between its look and its commit. */
class EventProjectorRaceTest {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final Tenant ACME = new Tenant("acme");
    private static final Address ACCOUNT = TestKey.of("account").address();
    private static final int BATCH = 200;
    private static final int CHANGES = 3 * BATCH + 10;

    private record Changes(long count) {}

    private record Change(long by) {}

    private static final EntityType<Changes, Change> TYPE =
            EntityType.of("change", Changes.class, Change.class, (before, change) -> new Changes(before.map(Changes::count).getOrElse(0L) + 1));
    private static final EventSources SOURCES = new EventSources(Array.of(EventSource.of(TYPE, (change, moment) -> Option.some(
            ToldEvent.here(ACME, moment.at(), Network.DEVNET, ACCOUNT, new EventData.FiltersChanged(change.by(), AccountFilters.NONE))))));

    private final InMemoryJournal journal = new InMemoryJournal();

    @BeforeEach
    void recordChanges() {
        Repository<Changes, Change> changes = new Repository<>(TYPE, journal, () -> NOW);
        Array.rangeClosed(1, CHANGES).forEach(by -> {
            var unused = changes.update("one", before -> Either.right(Array.of(new Change(by))));
        });
    }

    private static EventProjector projector(Journal over) {
        return new EventProjector(over, () -> NOW, SOURCES);
    }

    private TenantEvents feed() {
        return feed(journal);
    }

    private static TenantEvents feed(Journal over) {
        return new TenantEvents(over, ACME, SOURCES, projector(over));
    }

    /** A step of a projector; {@code others} have their turn just before its commit. */
    private Reached stepAfter(Runnable others) {
        return projector(new CrashingJournal(journal, ProcessFault.interrupted(0, others))).step();
    }

    private void removeAll() {
        while (projector(journal).prune(NOW.plusSeconds(1)) == Reached.MORE) {}
    }

    /** A rebuild dies after so many commits. */
    private void rebuildUntil(int commits) {
        CrashingJournal dying = new CrashingJournal(journal, ProcessFault.after(2L * commits - 1));
        assertThrows(Crash.class, () -> projector(dying).rebuild());
    }

    private Array<CustodyEvent> read(long after) {
        Array<CustodyEvent> all = Array.empty();
        EventPage page = new EventPage(all, after, true);
        while (page.hasMore()) {
            page = feed().page(new EventQuery(page.position(), EventQuery.MAX_LIMIT)).get();
            all = all.appendAll(page.events());
        }
        return all;
    }

    private static void requireEnd(int from, Array<CustodyEvent> events) {
        assertEquals(Array.rangeClosed((long) from, (long) CHANGES), events.flatMap(CustodyEvent::accountPosition));
        assertEquals(Array.rangeClosed((long) from, (long) CHANGES), events.map(event -> ((EventData.FiltersChanged) event.data()).version()));
    }

    @Test
    void aBatchThatWasProjectedAndRemovedIsNotProjectedAgain() {
        var unused = stepAfter(() -> {
            projector(journal).catchUp(3);
            removeAll();
        });

        requireEnd(3 * BATCH + 1, read(feed().page(new EventQuery(0, 1)).getLeft().oldest()));
    }

    /** One recorded removal is enough for batches that end before the cursor was read; a later one needs its own. */
    @Test
    void removalsOfOneRoundRecordOneEvent() {
        projector(journal).catchUp(2);
        long before = journal.events(0, Journal.MAX_PAGE).items().length();
        removeAll();
        assertEquals(before + 1, journal.events(0, Journal.MAX_PAGE).items().length());

        var unused = stepAfter(() -> {
            projector(journal).catchUp(1);
            removeAll();
        });

        requireEnd(3 * BATCH + 1, read(feed().page(new EventQuery(0, 1)).getLeft().oldest()));
    }

    /** The commits of a rebuild: it stops the others, removes events, counts and batches, and puts the cursor back. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aProjectorThatLookedBeforeARebuildDoesNotEndIt(int commits) {
        projector(journal).catchUp(2);

        var unused = stepAfter(() -> rebuildUntil(commits));

        assertThrows(JournalUnavailableException.class, () -> feed().page(new EventQuery(0, 1)));
        projector(journal).rebuild();
        requireEnd(1, read(0));
    }

    @Test
    void aProjectorThatLookedBeforeARebuildLeavesNoGap() {
        projector(journal).catchUp(2);

        var unused = stepAfter(() -> rebuildUntil(5));
        projector(journal).catchUp(4);

        requireEnd(1, read(0));
    }

    @Test
    void readersWaitUntilWhatTheyMayHaveSeenIsThereAgain() {
        projector(journal).catchUp(4);
        rebuildUntil(6);

        assertThrows(JournalUnavailableException.class, () -> feed(readOnly()).page(new EventQuery(0, 1)));
        projector(journal).catchUp(2);
        assertThrows(JournalUnavailableException.class, () -> feed(readOnly()).page(new EventQuery(0, 1)));
        projector(journal).catchUp(2);

        requireEnd(1, read(0));
    }

    private Journal readOnly() {
        return (Journal) Proxy.newProxyInstance(Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) ->
                method.getName().equals("writability") ? Writability.READ_ONLY : method.invoke(journal, arguments));
    }

    @Test
    void aReaderProjectsOneBatchAndSaysThatMoreMayFollow() {
        assertEquals(
                Either.right(new EventPage(Array.empty(), BATCH, true)),
                feed().page(new EventQuery(BATCH, 1)));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aReaderDoesNotWaitForAProjectorThatIsSlow() throws InterruptedException {
        CountDownLatch isProjecting = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        EventProjector slow = projector(new CrashingJournal(journal, ProcessFault.interrupted(0, () -> {
            isProjecting.countDown();
            awaits(read);
        })));
        Thread projecting = Thread.startVirtualThread(() -> {
            var unused = slow.step();
        });
        isProjecting.await();

        var page = new TenantEvents(journal, ACME, SOURCES, slow).page(new EventQuery(0, 1));

        assertEquals(Either.right(new EventPage(Array.empty(), 0, false)), page);
        read.countDown();
        projecting.join();
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRebuildEndsAnEarlierOneThatIsSlow() {
        projector(journal).catchUp(4);
        CrashingJournal slow = new CrashingJournal(journal, ProcessFault.interrupted(2, () -> projector(journal).rebuild()));

        assertThrows(IllegalStateException.class, () -> projector(slow).rebuild());

        requireEnd(1, read(0));
    }
}
