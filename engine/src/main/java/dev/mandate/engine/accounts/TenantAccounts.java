package dev.mandate.engine.accounts;

import dev.mandate.engine.accounts.RecordedAccount.Change;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** The accounts of every tenant on every network, each a stream and a row. A tenant has exactly the accounts recorded here. */
public final class TenantAccounts {

    /** An account's row follows from its events. */
    public static final Projection PROJECTION = RecordedAccount.TYPE.projection();

    /** What tenants are told of accounts that they import. One that is made at the operator's cost is told when it is on the chain. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(RecordedAccount.TYPE, (change, moment) -> switch (change) {
        case Change.Added(TenantAccount account) when account.origin() == TenantAccount.Origin.IMPORTED -> {
            RowPrefix.Own key = RowPrefix.own(moment.id());
            yield Option.some(ToldEvent.here(
                    key.tenant(), moment.at(), key.network(), account.ref().address(), new EventData.AccountAdded(account)));
        }
        case Change.Added ordered -> Option.none();
        case Change.Named named -> Option.none();
        case Change.Dropped dropped -> Option.none();
        case Change.Spent spent -> Option.none();
    });

    private final Repository<RecordedAccount, Change> accounts;
    private final ServerClock clock;
    private final BoundedCache<Address, TenantAccount> known = new BoundedCache<>(10);

    public TenantAccounts(TenantJournal journal) {
        this.accounts = journal.own(RecordedAccount.TYPE);
        this.clock = journal.clock();
    }

    /** The row of an account. */
    public RowKey key(Address account) {
        return accounts.key(account.toString());
    }

    /** The tenant's account; none if the tenant does not have it. */
    public Option<TenantAccount> find(Address account) {
        // A tenant never loses an account, so a found one need not be read again.
        return known.find(account)
                .orElse(() -> accounts.find(account.toString()).map(found -> known.keep(account, found.state().account())));
    }

    /** The tenant's accounts in the order of their addresses, with addresses above {@code after}; at most {@code limit}. */
    public Page<TenantAccount> page(Option<Address> after, int limit) {
        Page<Entity<RecordedAccount>> page = accounts.page(after.map(Address::toString), limit);
        return new Page<>(page.items().map(entity -> entity.state().account()), page.hasMore());
    }

    /** The accounts of all tenants on {@code network}. */
    public static Array<Tuple2<Tenant, TenantAccount>> ofAllTenants(Journal journal, ServerClock clock, Network network) {
        return all(journal, clock)
                .filter(held -> RowPrefix.own(held.id()).network().equals(network))
                .map(held -> Tuple.of(RowPrefix.own(held.id()).tenant(), held.state().account()));
    }

    /** How many accounts each tenant has, on all networks. */
    public static Map<Tenant, Integer> count(Journal journal, ServerClock clock) {
        return all(journal, clock).groupBy(held -> RowPrefix.own(held.id()).tenant()).mapValues(Array::length);
    }

    private static Array<Entity<RecordedAccount>> all(Journal journal, ServerClock clock) {
        Repository<RecordedAccount, Change> all = new Repository<>(RecordedAccount.TYPE, journal, clock);
        Array<Entity<RecordedAccount>> found = Array.empty();
        Page<Entity<RecordedAccount>> page;
        do {
            page = all.page(found.lastOption().map(Entity::id), Journal.MAX_PAGE);
            found = found.appendAll(page.items());
        } while (page.hasMore());
        return found;
    }

    /** The tenants that have an account. */
    static Array<Tenant> holders(Journal journal, ServerClock clock, Network network, Address account) {
        return ofAllTenants(journal, clock, network)
                .filter(held -> held._2.ref().address().equals(account))
                .map(Tuple2::_1);
    }

    /** Adds an account of the tenant to a commit. The commit fails with a version conflict if the tenant has the account already. */
    public Commit add(Commit commit, AccountRef account, TenantAccount.Origin origin) {
        return accounts.begin(
                commit,
                account.address().toString(),
                new Change.Added(new TenantAccount(account, origin, commit.recordedAt())));
    }

    /** Records an account as the tenant's. Repeating this has no effect. */
    public void claim(AccountRef account, TenantAccount.Origin origin) {
        if (find(account.address()).isEmpty()) {
            var unused = accounts.ensure(
                    account.address().toString(),
                    new Change.Added(new TenantAccount(account, origin, clock.now())));
        }
    }
}
