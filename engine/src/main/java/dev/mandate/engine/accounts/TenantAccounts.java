package dev.mandate.engine.accounts;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;

/** The accounts of every tenant on every network, each a stream and a row. A tenant has exactly the accounts recorded here. */
public final class TenantAccounts {

    private static final EntityType<TenantAccount, Added> TYPE =
            EntityType.once("tenant-account", TenantAccount.class, Added.class, Added::account);

    /** An account's row has the content of its event. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<TenantAccount, Added> accounts;
    private final ServerClock clock;
    private final BoundedCache<Address, TenantAccount> known = new BoundedCache<>(10);

    public TenantAccounts(TenantJournal journal) {
        this.accounts = journal.own(TYPE);
        this.clock = journal.clock();
    }

    private record Added(TenantAccount account) {}

    /** The tenant's account; none if the tenant does not have it. */
    public Option<TenantAccount> find(Address account) {
        // A tenant never loses an account, so a found one need not be read again.
        return known.find(account)
                .orElse(() -> accounts.find(account.toString()).map(found -> known.keep(account, found.state())));
    }

    /** The tenant's accounts in the order of their addresses, with addresses above {@code after}; at most {@code limit}. */
    public Page<TenantAccount> page(Option<Address> after, int limit) {
        Page<Entity<TenantAccount>> page = accounts.page(after.map(Address::toString), limit);
        return new Page<>(page.items().map(Entity::state), page.hasMore());
    }

    /** Adds an account of the tenant to a commit. The commit fails with a version conflict if the tenant has the account already. */
    public Commit add(Commit commit, AccountRef account, TenantAccount.Origin origin) {
        return accounts.begin(
                commit,
                account.address().toString(),
                new Added(new TenantAccount(account, origin, commit.recordedAt())));
    }

    /** Records an account as the tenant's. Repeating this has no effect. */
    public void claim(AccountRef account, TenantAccount.Origin origin) {
        if (find(account.address()).isEmpty()) {
            var unused = accounts.ensure(
                    account.address().toString(),
                    new Added(new TenantAccount(account, origin, clock.now())));
        }
    }
}
