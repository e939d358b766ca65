package dev.mandate.engine.nonce;

import dev.mandate.engine.accounts.AccountRecords;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.api.events.EventData;
import java.util.Set;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.policy.NonceAccounts;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.api.tenant.NonceListing.AllowedNonce;
import dev.mandate.ports.api.tenant.NonceListing;
import dev.mandate.ports.api.tenant.NonceRefusal;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The durable nonces that transactions of a tenant's accounts may use, in the journal. */
public final class AllowedNonces implements NonceAccounts {

    private static final EntityType<Entries, Change> TYPE = EntityType.of(
            "allowed-nonces", Entries.class, Change.class, (before, change) -> before.getOrElse(Entries.NONE).after(change));

    /** The row of an account follows from its events. */
    public static final Projection PROJECTION = TYPE.projection();

    /** What tenants are told of the nonces that their accounts allow. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(TYPE, (change, moment) -> {
        RowPrefix.Shared key = RowPrefix.shared(moment.id());
        Address account = Address.parse(key.rest()).get();
        return Option.some(switch (change) {
            case Change.Allowed(Tenant tenant, AllowedNonce nonce) ->
                ToldEvent.here(tenant, moment.at(), key.network(), account, new EventData.NonceAllowed(nonce));
            case Change.Withdrawn(Tenant tenant, Address nonce) ->
                ToldEvent.here(tenant, moment.at(), key.network(), account, new EventData.NonceRemoved(nonce));
        });
    });

    private final Repository<Entries, Change> accounts;
    private final AccountRecords records;
    private final Tenant tenant;

    public AllowedNonces(TenantJournal journal) {
        this.accounts = journal.shared(TYPE);
        this.records = new AccountRecords(journal);
        this.tenant = journal.tenant();
    }

    /** A change of an account's nonces. */
    private sealed interface Change {

        record Allowed(Tenant tenant, AllowedNonce nonce) implements Change {}

        record Withdrawn(Tenant tenant, Address nonceAccount) implements Change {}
    }

    /** All nonces of an account. Several tenants may have imported it; each allows its own. */
    private record Entries(Array<Entry> all) {

        static final Entries NONE = new Entries(Array.empty());

        Entries after(Change change) {
            return switch (change) {
                case Change.Allowed(var tenant, var nonce) -> new Entries(all.append(new Entry(tenant, nonce)));
                case Change.Withdrawn(var tenant, var nonce) ->
                    new Entries(all.reject(entry -> entry.tenant.equals(tenant) && entry.nonce.account().equals(nonce)));
            };
        }
    }

    private record Entry(Tenant tenant, AllowedNonce nonce) {}

    /** The tenant's nonces for an account, the oldest first. */
    Seq<AllowedNonce> listed(Address account) {
        return own(find(account));
    }

    @Override
    public Set<Address> of(Address account) {
        return listed(account).map(AllowedNonce::account).toJavaSet();
    }

    /** Adds a nonce to a commit. One that is allowed already changes nothing. */
    Either<NonceRefusal, Commit> allow(Commit commit, Address account, Address nonceAccount) {
        Option<Entity<Entries>> before = find(account);
        Array<AllowedNonce> known = own(before);
        return known.exists(nonce -> nonce.account().equals(nonceAccount))
                ? Either.right(commit)
                : known.length() >= NonceListing.MOST
                        ? Either.left(new NonceRefusal.TooMany(NonceListing.MOST))
                        : Either.right(append(
                                commit, account, before, new Change.Allowed(tenant, new AllowedNonce(nonceAccount, commit.recordedAt()))));
    }

    /** Adds a nonce's end to a commit. */
    Either<NonceRefusal, Commit> withdraw(Commit commit, Address account, Address nonceAccount) {
        Option<Entity<Entries>> before = find(account);
        return own(before).exists(nonce -> nonce.account().equals(nonceAccount))
                ? Either.right(append(commit, account, before, new Change.Withdrawn(tenant, nonceAccount)))
                : Either.left(new NonceRefusal.NotAllowed(nonceAccount));
    }

    private Commit append(Commit commit, Address account, Option<Entity<Entries>> before, Change change) {
        Commit changed = accounts.append(commit, account.toString(), before, Array.of(change));
        return records.name(
                changed, account, accounts.stream(account.toString()), before.map(Entity::version).getOrElse(0L) + 1);
    }

    private Option<Entity<Entries>> find(Address account) {
        return accounts.find(account.toString());
    }

    private static Array<Entry> entries(Option<Entity<Entries>> account) {
        return account.map(found -> found.state().all()).getOrElse(Array::empty);
    }

    private Array<AllowedNonce> own(Option<Entity<Entries>> account) {
        return entries(account).filter(entry -> entry.tenant.equals(tenant)).map(Entry::nonce);
    }
}
