package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.events.TenantEvents;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.api.events.EventsGone;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.List;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.BeforeTry;

/** Each recorded change is told once, in order, to whom it concerns: over random histories, with projectors that race and die. */
class EventProjectionProperties {

    private static final Array<Tenant> TENANTS = Array.of("acme", "acme-2", "rival").map(Tenant::new);
    private static final long HOUR = 3_600;

    private InMemoryJournal journal = new InMemoryJournal();
    private UnixTime now = new UnixTime(1_800_000_000);

    /** What each tenant has to be told, in order. */
    private Map<Tenant, Array<EventType>> expected = HashMap.empty();

    private Array<ApiKey> keys = Array.empty();

    @BeforeTry
    void beginAgain() {
        journal = new InMemoryJournal();
        expected = HashMap.empty();
        keys = Array.empty();
    }

    private EventProjector projector(Journal over) {
        return CustodyEngine.projector(over, () -> now);
    }

    private TenantEvents feed(Tenant tenant) {
        return new TenantEvents(journal, tenant, CustodyEngine.eventSources(Option.some(Solana.SQUADS_V4)), projector(journal));
    }

    private void expect(Tenant tenant, EventType type) {
        expected = expected.put(tenant, expected.getOrElse(tenant, Array.empty()).append(type));
    }

    private void happens(Random draws) {
        now = now.plusSeconds(draws.nextInt(600));
        Tenant tenant = TENANTS.get(draws.nextInt(TENANTS.length()));
        ApiKeyRepository book = new ApiKeyRepository(journal, new TestTokenHash(), () -> now, new SecureRandom());
        TenantJournal own = new TenantJournal(journal, () -> now, tenant, draws.nextBoolean() ? Network.DEVNET : Network.MAINNET);
        AccountRef account = new AccountRef(
                TestKey.of("account " + draws.nextInt(4)).address(), new SettingsAddress(TestKey.of("settings").address()));
        switch (draws.nextInt(4)) {
            case 0 -> {
                keys = keys.append(book.create(tenant, "key", HashSet.of(Scope.READ)).key());
                expect(tenant, EventType.API_KEY_CREATED);
            }
            case 1 -> keys.lastOption().forEach(key -> {
                assertTrue(book.revoke(key.tenant(), key.id()).isRight());
                expect(key.tenant(), EventType.API_KEY_ENDED);
                keys = keys.init();
            });
            case 2 -> {
                TenantAccounts accounts = new TenantAccounts(own);
                if (accounts.find(account.address()).isEmpty()) {
                    accounts.claim(account, TenantAccount.Origin.IMPORTED);
                    expect(tenant, EventType.ACCOUNT_IMPORTED);
                }
            }
            // This concerns no tenant.
            default -> new AccountDirectory(own).remember(account);
        }
    }

    /** A projector does some steps. It may die before or after a commit, or another one comes in between. */
    private void project(Random draws) {
        ProcessFault fate = draws.nextBoolean()
                ? ProcessFault.after(draws.nextInt(6))
                : ProcessFault.interrupted(draws.nextInt(4), () -> projector(journal).catchUp(3));
        try {
            projector(new CrashingJournal(journal, fate)).catchUp(draws.nextInt(4));
        } catch (Crash died) {
            assertTrue(fate.isFulfilled());
        }
    }

    private Array<CustodyEvent> read(Tenant tenant, long after, Random draws) {
        Array<CustodyEvent> all = Array.empty();
        long position = after;
        EventPage page;
        do {
            page = feed(tenant).page(new EventQuery(position, 1 + draws.nextInt(7))).get();
            all = all.appendAll(page.events());
            position = page.position();
        } while (page.hasMore());
        return all;
    }

    private Array<CustodyEvent> requireComplete(Tenant tenant, Random draws) {
        Array<CustodyEvent> told = read(tenant, 0, draws);
        assertEquals(expected.getOrElse(tenant, Array.empty()), told.map(CustodyEvent::type));
        assertEquals(told.map(CustodyEvent::position).distinct().sorted(), told.map(CustodyEvent::position));
        assertEquals(told.length(), told.map(CustodyEvent::id).distinct().length());
        told.filter(event -> event.account().isDefined())
                .groupBy(event -> List.of(event.network(), event.account()))
                .values()
                .forEach(of -> assertEquals(
                        Array.rangeClosed(1L, (long) of.length()), of.flatMap(CustodyEvent::accountPosition).toArray()));
        return told;
    }

    @Property(tries = 20)
    void eachChangeIsToldOnceAndInOrder(@ForAll Random draws) {
        for (int step = draws.nextInt(60); step > 0; step--) {
            happens(draws);
            if (draws.nextInt(3) == 0) {
                project(draws);
            }
        }
        for (Tenant tenant : TENANTS) {
            var unused = requireComplete(tenant, draws);
        }
    }

    @Property(tries = 10)
    void projectingAnewGivesTheSameEvents(@ForAll Random draws) {
        Array.range(0, 40).forEach(step -> happens(draws));
        project(draws);
        Array<Array<CustodyEvent>> before = TENANTS.map(tenant -> requireComplete(tenant, draws));

        projector(journal).rebuild();

        assertEquals(before, TENANTS.map(tenant -> requireComplete(tenant, draws)));
    }

    @Property(tries = 10)
    void anInterruptedRebuildIsRepeated(@ForAll Random draws) {
        Array.range(0, 40).forEach(step -> happens(draws));
        Array<Array<CustodyEvent>> before = TENANTS.map(tenant -> requireComplete(tenant, draws));
        ProcessFault fate = ProcessFault.after(draws.nextInt(9));
        try {
            projector(new CrashingJournal(journal, fate)).rebuild();
        } catch (Crash died) {
            assertTrue(fate.isFulfilled());
            TENANTS.forEach(tenant -> requireWholeOrNothing(tenant, draws));
        }

        projector(journal).rebuild();

        assertEquals(before, TENANTS.map(tenant -> requireComplete(tenant, draws)));
    }

    private void requireWholeOrNothing(Tenant tenant, Random draws) {
        try {
            var unused = requireComplete(tenant, draws);
        } catch (JournalUnavailableException rebuilding) {
            assertTrue(String.valueOf(rebuilding.getMessage()).contains("repeat events --rebuild"));
        }
    }

    @Property(tries = 20)
    void whoMissesRemovedEventsIsToldWhereToGoOn(@ForAll Random draws) {
        for (int step = 0; step < 40; step++) {
            happens(draws);
            if (draws.nextInt(4) == 0) {
                projector(journal).catchUp(1);
            }
        }
        Map<Tenant, Array<CustodyEvent>> all = TENANTS.toMap(tenant -> tenant, tenant -> requireComplete(tenant, draws));

        UnixTime time = now.plusSeconds(-draws.nextInt(3) * HOUR);
        while (projector(journal).prune(time) == EventProjector.Reached.MORE) {}

        for (Tenant tenant : TENANTS) {
            Array<CustodyEvent> kept = feed(tenant).page(new EventQuery(0, 100)).fold(
                    gone -> read(tenant, gone.oldest(), draws), page -> page.events());
            assertEquals(all.get(tenant).get().takeRight(kept.length()), kept);
            assertTrue(all.get(tenant).get().dropRight(kept.length()).forAll(removed -> removed.at().isBefore(time)));
            assertEquals(
                    Option.when(kept.length() < all.get(tenant).get().length(),
                            () -> new EventsGone(all.get(tenant).get().dropRight(kept.length()).last().position())),
                    feed(tenant).page(new EventQuery(0, 1)).swap().toOption());
        }
    }

    @Property(tries = 10)
    void aRowThatIsMissingIsNoticed(@ForAll Random draws) {
        Array.range(0, 40).forEach(step -> happens(draws));
        Tenant tenant = TENANTS.maxBy(one -> expected.getOrElse(one, Array.empty()).length()).get();
        Array<CustodyEvent> all = requireComplete(tenant, draws);
        CustodyEvent lost = all.get(1 + draws.nextInt(all.length() - 2));
        RowKey row = new RowKey("tenant-event", tenant + "/" + "%019d".formatted(lost.position()));
        assertTrue(journal.commit(Commit.at(now).change(new RowChange.Delete(row))).isRight());

        assertThrows(JournalDamagedException.class, () -> feed(tenant).page(new EventQuery(0, 100)));
    }
}
