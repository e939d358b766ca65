package dev.mandate.engine.accounts;

import dev.mandate.engine.accounts.RecordedAccount.Change;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
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

    /** An account's row follows from its events. */
    public static final Projection PROJECTION = RecordedAccount.TYPE.projection();

    private final Repository<RecordedAccount, Change> accounts;
    private final ServerClock clock;
    private final BoundedCache<Address, TenantAccount> known = new BoundedCache<>(10);

    public TenantAccounts(TenantJournal journal) {
        this.accounts = journal.own(RecordedAccount.TYPE);
        this.clock = journal.clock();
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
