package dev.mandate.engine.accounts;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.accounts.RecordedAccount.Change;
import dev.mandate.engine.accounts.RecordedAccount.NamedRecord;
import dev.mandate.engine.accounts.RecordedAccount.SpentIntent;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * The records about a tenant's account that its row names, so that a missing one is not taken for "no rule". What changes such a record names the new
 * version in the same commit. An account that the tenant does not have names nothing.
 */
public final class AccountRecords {

    private final TenantJournal journal;
    private final Repository<RecordedAccount, Change> accounts;
    /** When the records of an account were last found complete. */
    private final BoundedCache<Address, UnixTime> complete = new BoundedCache<>(10);

    public AccountRecords(TenantJournal journal) {
        this.journal = journal;
        this.accounts = journal.own(RecordedAccount.TYPE);
    }

    /** Adds to a commit that {@code record} has this version from now on. */
    public Commit name(Commit commit, Address account, StreamId record, long version) {
        return changed(commit, account, new Change.Named(new NamedRecord(record.kind(), record.id(), version)));
    }

    /** Adds to a commit that nothing depends on {@code record} any more. */
    public Commit drop(Commit commit, Address account, StreamId record) {
        return accounts.amend(commit, account.toString(), before -> Option.when(
                        before.exists(entity -> entity.state().records().exists(named -> named.isOf(record))),
                        () -> (Change) new Change.Dropped(record.kind(), record.id()))
                .toArray());
    }

    /** Adds to a commit that an intent was spent, which is not in time after {@code until}. */
    public Commit spend(Commit commit, Address account, String nonce, UnixTime until) {
        return changed(commit, account, new Change.Spent(new SpentIntent(nonce, until), commit.recordedAt()));
    }

    private Commit changed(Commit commit, Address account, Change change) {
        return accounts.amend(commit, account.toString(), before -> before.isEmpty() ? Array.empty() : Array.of(change));
    }

    /**
     * Returns if each record that the account's row names is there, as new as it says. Call it before they are read: a commit may change them
     * meanwhile.
     *
     * @throws dev.mandate.ports.spi.journal.JournalDamagedException if one is missing or older
     */
    public void require(Address account) {
        find(account).forEach(entity -> entity.state().records().forEach(named ->
                Repository.requireVersion(journal.journal(), named.stream(), named.version())));
    }

    /** As {@link #require}, at most once a second for each account: for building. What was built is checked again before it is recorded or signed. */
    public void requireLately(Address account) {
        UnixTime now = journal.clock().now();
        if (!complete.find(account).contains(now)) {
            require(account);
            var unused = complete.keep(account, now);
        }
    }

    /** Whether the account's row says that the intent with this nonce was spent. Read it before the intent's own record. */
    public boolean namesSpent(Address account, String nonce) {
        return find(account).exists(entity -> entity.state().spent().exists(intent -> intent.nonce().equals(nonce)));
    }

    private Option<Entity<RecordedAccount>> find(Address account) {
        return accounts.find(account.toString());
    }
}
