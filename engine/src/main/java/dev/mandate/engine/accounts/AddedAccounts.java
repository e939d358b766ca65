package dev.mandate.engine.accounts;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.accounts.RecordedAccount.Change;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import java.util.function.LongSupplier;

/** The accounts of all tenants on a network, and those that were added since the last call. Not safe for several threads. */
public final class AddedAccounts {

    /** Pages of the journal that one call reads. The next call reads on. */
    private static final int MOST_PAGES = 10;

    private final Journal journal;
    private final ServerClock clock;
    private final Network network;
    private final LongSupplier projected;
    private final Repository<RecordedAccount, Change> accounts;
    private long position;

    /** @param projected a position of the journal near its end */
    public AddedAccounts(Journal journal, ServerClock clock, Network network, LongSupplier projected) {
        this.journal = journal;
        this.clock = clock;
        this.network = network;
        this.projected = projected;
        this.accounts = new Repository<>(RecordedAccount.TYPE, journal, clock);
    }

    /** Every account. It reads the rows of all accounts. */
    public Array<Tuple2<Tenant, TenantAccount>> all() {
        // Before the rows: what is recorded meanwhile is read again.
        long end = Math.max(position, projected.getAsLong());
        Array<Tuple2<Tenant, TenantAccount>> all = TenantAccounts.ofAllTenants(journal, clock, network);
        position = end;
        return all;
    }

    /** The accounts that were added since the last call, and those about which something was recorded. It reads the journal since then. */
    public Array<Tuple2<Tenant, TenantAccount>> added() {
        long end = position;
        Array<String> ids = Array.empty();
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            Page<RecordedEvent> page = journal.events(end, Journal.MAX_PAGE);
            ids = ids.appendAll(page.items().filter(RecordedAccount.TYPE::has).map(event -> event.stream().id()));
            end = page.items().lastOption().map(RecordedEvent::position).getOrElse(end);
            if (!page.hasMore()) {
                break;
            }
        }
        Array<Tuple2<Tenant, TenantAccount>> added = ids.distinct()
                .filter(id -> RowPrefix.own(id).network().equals(network))
                .flatMap(id -> accounts.find(id).map(found -> Tuple.of(RowPrefix.own(id).tenant(), found.state().account())));
        position = end;
        return added;
    }
}
