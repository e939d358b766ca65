package dev.mandate.engine.accounts;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.tenant.TenantAccount;
import dev.mandate.ports.time.ServerClock;
import io.vavr.control.Option;

/** The accounts of every tenant on every network, each a stream and a row. A tenant has exactly the accounts recorded here. */
public final class TenantAccounts {

    private static final EntityType<TenantAccount, Added> TYPE =
            EntityType.once("tenant-account", TenantAccount.class, Added.class, Added::account);

    /** An account's row has the content of its event. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<TenantAccount, Added> accounts;
    private final ServerClock clock;
    private final BoundedCache<String, TenantAccount> known = new BoundedCache<>(10);

    public TenantAccounts(Journal journal, ServerClock clock) {
        this.accounts = new Repository<>(TYPE, journal, clock);
        this.clock = clock;
    }

    private record Added(TenantAccount account) {}

    /** The tenant's account on that network; none if the tenant does not have it. */
    public Option<TenantAccount> find(Tenant tenant, Network network, Address account) {
        // A tenant never loses an account, so a found one need not be read again.
        String id = RowPrefix.of(tenant, network) + account;
        return known.find(id).orElse(() -> accounts.find(id).map(found -> known.keep(id, found.state())));
    }

    /** Accounts of a tenant on a network in the order of their addresses, with addresses above {@code after}; at most {@code limit}. */
    public Page<TenantAccount> page(Tenant tenant, Network network, Option<Address> after, int limit) {
        String prefix = RowPrefix.of(tenant, network);
        Page<Entity<TenantAccount>> page = accounts.page(prefix, after.map(address -> prefix + address), limit);
        return new Page<>(page.items().map(Entity::state), page.hasMore());
    }

    /** Adds an account of the tenant to a commit. The commit fails with a version conflict if the tenant has the account already. */
    public Commit add(Commit commit, Tenant tenant, Network network, AccountRef account, TenantAccount.Origin origin) {
        return accounts.begin(
                commit,
                RowPrefix.of(tenant, network) + account.address(),
                new Added(new TenantAccount(account, origin, commit.recordedAt())));
    }

    /** Records an account as the tenant's. Repeating this has no effect. */
    public void claim(Tenant tenant, Network network, AccountRef account, TenantAccount.Origin origin) {
        if (find(tenant, network, account.address()).isEmpty()) {
            var unused = accounts.ensure(
                    RowPrefix.of(tenant, network) + account.address(),
                    new Added(new TenantAccount(account, origin, clock.now())));
        }
    }
}
