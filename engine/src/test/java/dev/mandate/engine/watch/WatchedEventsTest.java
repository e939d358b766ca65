package dev.mandate.engine.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.events.EventSources;
import dev.mandate.engine.events.TenantEvents;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.watch.AccountWatcher.Followed;
import dev.mandate.engine.watch.WatchEvent.Holdings;
import dev.mandate.engine.watch.WatchEvent.Source;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchedEventsTest {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final Tenant ACME = new Tenant("acme");
    private static final Address ANN = TestKey.of("ann").address();
    private static final AccountRef REF =
            new AccountRef(TestKey.of("account").address(), new SettingsAddress(TestKey.of("settings").address()));
    private static final EventSources SOURCES = new EventSources(Array.of(AccountWatcher.events(Option.none())));
    private static final int CHANGES = 100;

    private final InMemoryJournal journal = new InMemoryJournal();
    private final AtomicInteger read = new AtomicInteger();

    /** An account with many changes has a long stream, of which each page and each batch would read all. */
    @Test
    void aChangeOfSettingsIsToldWithoutReadingAllEventsOfTheAccount() {
        var unused = new Repository<>(WatchRecord.TYPE, journal, () -> NOW)
                .update(new Followed(ACME, REF).id(Network.DEVNET), before -> Either.<String, Seq<WatchEvent>>right(events()))
                .get();
        EventProjector projector = new EventProjector(journal, () -> NOW, SOURCES);
        projector.catchUp(1);

        Array<CustodyEvent> told = new TenantEvents(counting(), ACME, SOURCES, projector).page(new EventQuery(50, 1)).get().events();

        assertEquals(Array.of(REF), told.map(event -> ((EventData.SettingsChanged) event.data()).account()));
        assertEquals(2, read.get(), "the event itself, and the first one");
    }

    private static Array<WatchEvent> events() {
        WatchEvent began = new WatchEvent.Began(
                REF, new WatchedAccount(settings(0), Array.empty(), Array.empty()), Holdings.NONE, 7, NOW, Array.empty());
        return Array.range(0, CHANGES)
                .<WatchEvent>map(n -> new WatchEvent.Changed(
                        new AccountChange.SettingsChanged(settings(n), settings(n + 1)),
                        new Source(NOW, 8, Option.none(), Finality.FINALIZED, Option.none())))
                .prepend(began);
    }

    private static Settings settings(int timeLock) {
        return Settings.ofStored(
                        Array.of(new Signer(ANN, Permissions.ALL)),
                        new Threshold(1),
                        new TimeLock(timeLock),
                        new AdminControl.None(),
                        Option.none(),
                        3,
                        3)
                .get();
    }

    /** Counts events that are read from streams. */
    private Journal counting() {
        return (Journal) Proxy.newProxyInstance(Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> {
            Object answer = method.invoke(journal, arguments);
            if (method.getName().equals("stream")) {
                read.addAndGet(((Page<?>) answer).items().length());
            }
            return answer;
        });
    }
}
