package dev.mandate.engine.filter;

import dev.mandate.engine.accounts.AccountRecords;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.EndedRecords;
import dev.mandate.engine.policy.PolicySource;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.function.Consumer;

/** The filters and allowlists of a tenant's accounts, in the journal. Each change is an event and raises the version. */
public final class FilterRepository {

    private static final EntityType<AccountFilters, Change> TYPE = EntityType.of(
            "account-filters", AccountFilters.class, Change.class, (before, change) -> change.of(before.getOrElse(AccountFilters.NONE)));

    /** The row of an account follows from its events. */
    public static final Projection PROJECTION = TYPE.projection();

    /** Filters and allowlists that were replaced. If their replacement is lost, the account's transactions are refused until there is another one. */
    public static final EndedRecords ENDED = new ReplacedFilters();

    /** What tenants are told of their accounts' filters. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(TYPE, (change, moment) -> {
        RowPrefix.Own key = RowPrefix.own(moment.id());
        Entity<AccountFilters> after = moment.after();
        return Option.some(ToldEvent.here(
                key.tenant(),
                moment.at(),
                key.network(),
                Address.parse(key.rest()).get(),
                new EventData.FiltersChanged(after.version(), after.state())));
    });

    private final Repository<AccountFilters, Change> accounts;
    private final AccountRecords records;

    public FilterRepository(TenantJournal journal) {
        this.accounts = journal.own(TYPE);
        this.records = new AccountRecords(journal);
    }

    /** A change of an account's filters or allowlists; the new ones replace all before. */
    public sealed interface Change {

        /** The filters after this change. */
        default AccountFilters of(AccountFilters before) {
            return switch (this) {
                case Filtered(var unmatched, var filters) -> before.with(unmatched, filters);
                case Listed(var allowlists) -> before.with(allowlists);
            };
        }

        /** Other filters. */
        record Filtered(FilterEffect unmatched, Array<TransactionFilter> filters) implements Change {}

        /** Other allowlists. */
        record Listed(Array<Allowlist> allowlists) implements Change {}
    }

    /** The row of an account. */
    public RowKey key(Address account) {
        return accounts.key(account.toString());
    }

    /** The filters of an account; none if they were never changed. */
    Option<Entity<AccountFilters>> find(Address account) {
        return accounts.find(account.toString());
    }

    /** Adds a change to a commit. The commit is refused if another change came after {@code before} was read. */
    Commit append(Commit commit, Address account, Option<Entity<AccountFilters>> before, Change change) {
        Commit changed = accounts.append(commit, account.toString(), before, Array.of(change));
        return records.name(
                changed, account, accounts.stream(account.toString()), before.map(Entity::version).getOrElse(0L) + 1);
    }

    private static final class ReplacedFilters implements EndedRecords {

        private static final Change NOTHING = new Change.Filtered(FilterEffect.DENY, Array.empty());

        @Override
        public String kind() {
            return TYPE.kind();
        }

        @Override
        public Option<UnixTime> end(JournalReader journal, RecordedEvent event) {
            return Option.some(event.recordedAt());
        }

        @Override
        public void endAgain(Journal journal, String id, UnixTime end, UnixTime now) {
            RowPrefix.Own key = RowPrefix.own(id);
            FilterRepository book = new FilterRepository(new TenantJournal(journal, () -> now, key.tenant(), key.network()));
            Address account = Address.parse(key.rest()).get();
            var unused = Repository.<Entity<AccountFilters>, Address>commit(journal, () -> {
                Option<Entity<AccountFilters>> before = book.find(account);
                return before.filter(kept -> !kept.at().isBefore(end))
                        .toEither(() -> new Decision<>(book.append(Commit.at(now), account, before, NOTHING), account))
                        .swap();
            });
        }
    }

    /**
     * The filters of the tenant's accounts, and the policies of the host.
     *
     * @param complete throws if a record about an account is missing
     */
    public PolicySource with(Array<TransactionPolicy> hosts, Consumer<Address> complete) {
        return new PolicySource() {
            @Override
            public boolean isEmpty() {
                return hosts.isEmpty() && accounts.page(Option.none(), 1).items().isEmpty();
            }

            @Override
            public Present on(Set<AccountRef> named) {
                named.forEach(account -> complete.accept(account.address()));
                Map<AccountRef, Option<Entity<AccountFilters>>> found =
                        named.toMap(account -> account, account -> find(account.address()));
                Map<AccountRef, AccountFilters> filters = found.mapValues(kept -> kept.map(Entity::state).getOrElse(AccountFilters.NONE))
                        .rejectValues(AccountFilters::isEmpty);
                return new Present(
                        filters.isEmpty() ? hosts : hosts.append(new FilterPolicy(filters)),
                        found.toArray().map(kept ->
                                accounts.unchanged(kept._1.address().toString(), kept._2)));
            }
        };
    }
}
