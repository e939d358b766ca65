package dev.mandate.engine.accounts;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The accounts of a network that the operator holds: nothing is built, signed or sent for them, whichever tenant asks. Each is a stream and a row, by
 * the account's address, so that it also holds for a tenant that gets the account later. What its owners do elsewhere is not stopped.
 */
public final class AccountFreezes {

    /** The most characters of a reason. */
    public static final int MAX_REASON = 256;

    /** One recorded event is told to so many tenants, so that its rows fit into a commit. */
    private static final int MOST_TOLD = 100;

    private static final EntityType<AccountFreeze, Change> TYPE =
            EntityType.of("account-freeze", AccountFreeze.class, Change.class, (before, change) -> after(change));

    /** A row follows from its events. */
    public static final Projection PROJECTION = TYPE.projection();

    /** What tenants are told: each that has the account. */
    public static final EventSource<?, ?> EVENTS = EventSource.ofSeveralTenants(TYPE, (change, moment) -> {
        RowPrefix.Shared key = RowPrefix.shared(moment.id());
        Address account = Address.of(key.rest());
        Tuple2<Array<Tenant>, EventData> told = switch (change) {
            case Change.Frozen(OperatorName by, String why, Array<Tenant> tenants, UnixTime at) ->
                Tuple.of(tenants, new EventData.FreezeChanged(EventType.ACCOUNT_FROZEN, account, by, Option.some(why)));
            case Change.Thawed(OperatorName by, Array<Tenant> tenants, UnixTime at) ->
                Tuple.of(tenants, new EventData.FreezeChanged(EventType.ACCOUNT_THAWED, account, by, Option.none()));
        };
        return told._1.map(tenant -> ToldEvent.here(tenant, moment.at(), key.network(), account, told._2));
    });

    private final Journal journal;
    private final ServerClock clock;
    private final Network network;
    private final Repository<AccountFreeze, Change> freezes;
    private final BoundedCache<Address, Seen> recent = new BoundedCache<>(10);

    /** What was read of an account. */
    private record Seen(UnixTime at, Option<BuildRefusal> refusal) {}

    /** What the operator decides of an account. */
    private sealed interface Change {

        /** It is held from now on. */
        record Frozen(OperatorName by, String why, Array<Tenant> tenants, UnixTime at) implements Change {}

        /** It is not held any more. */
        record Thawed(OperatorName by, Array<Tenant> tenants, UnixTime at) implements Change {}
    }

    /** The command changes nothing: the account is in this standing already. */
    public record Unchanged(Option<AccountFreeze> present) {}

    /** A decision, and the tenants that are told. */
    public record Decided(AccountFreeze freeze, Array<Tenant> tenants) {}

    public AccountFreezes(Journal journal, ServerClock clock, Network network) {
        this.journal = journal;
        this.clock = clock;
        this.network = network;
        this.freezes = new Repository<>(TYPE, journal, clock, RowPrefix.of(network));
    }

    private static AccountFreeze after(Change change) {
        return switch (change) {
            case Change.Frozen(OperatorName by, String why, var tenants, UnixTime at) ->
                new AccountFreeze(AccountFreeze.Standing.FROZEN, by, Option.some(why), at);
            case Change.Thawed(OperatorName by, var tenants, UnixTime at) ->
                new AccountFreeze(AccountFreeze.Standing.THAWED, by, Option.none(), at);
        };
    }

    /**
     * Freezes an account, whether a tenant has it or not. A server sees it within a second, and before it signs or sends.
     *
     * @param why 1 to {@value #MAX_REASON} characters. The tenants are told
     * @param host a tenant that is told in any case
     */
    public Either<Unchanged, Decided> freeze(Address account, OperatorName by, String why, Option<Tenant> host) {
        if (why.isBlank() || why.length() > MAX_REASON) {
            throw new IllegalArgumentException("a reason is 1 to " + MAX_REASON + " characters");
        }
        return decide(
                account, host, AccountFreeze.Standing.FROZEN, (tenants, at) -> new Change.Frozen(by, why, tenants, at));
    }

    /** Ends a freeze; {@code host} is as for {@link #freeze}. */
    public Either<Unchanged, Decided> thaw(Address account, OperatorName by, Option<Tenant> host) {
        return decide(account, host, AccountFreeze.Standing.THAWED, (tenants, at) -> new Change.Thawed(by, tenants, at));
    }

    /** Makes the event that tells some tenants. */
    private interface Telling {
        Change of(Array<Tenant> tenants, UnixTime at);
    }

    private Either<Unchanged, Decided> decide(
            Address account, Option<Tenant> host, AccountFreeze.Standing wanted, Telling telling) {
        Array<Tenant> tenants =
                TenantAccounts.holders(journal, clock, network, account).appendAll(host).distinct().sorted();
        String id = account.toString();
        Either<Unchanged, Decided> decided = Repository.commit(journal, () -> {
            Option<Entity<AccountFreeze>> before = freezes.find(id);
            if (before.map(found -> found.state().standing()).getOrElse(AccountFreeze.Standing.THAWED) == wanted) {
                return Either.left(new Unchanged(before.map(Entity::state)));
            }
            Commit at = Commit.at(clock.now());
            Array<Change> changes = (tenants.isEmpty() ? Array.of(tenants) : tenants.grouped(MOST_TOLD).toArray())
                    .map(some -> telling.of(some, at.recordedAt()));
            return Either.right(new Repository.Decision<>(
                    freezes.append(at, id, before, changes),
                    new Decided(freezes.evolve(at, id, before, changes).state(), tenants)));
        });
        var unused = recent.keep(account, seen(account));
        return decided;
    }

    /** The row of an account. */
    public RowKey key(Address account) {
        return freezes.key(account.toString());
    }

    /** The operator's last decision; none if there was never one. */
    public Option<AccountFreeze> find(Address account) {
        return freezes.find(account.toString()).map(Entity::state);
    }

    /** The accounts of the network that are frozen now, by address. */
    public Array<Tuple2<Address, AccountFreeze>> all() {
        Array<Entity<AccountFreeze>> found = Array.empty();
        Page<Entity<AccountFreeze>> page;
        do {
            page = freezes.page(found.lastOption().map(last -> RowPrefix.shared(last.id()).rest()), Journal.MAX_PAGE);
            found = found.appendAll(page.items());
        } while (page.hasMore());
        return found.filter(one -> one.state().standing() == AccountFreeze.Standing.FROZEN)
                .map(one -> Tuple.of(Address.of(RowPrefix.shared(one.id()).rest()), one.state()));
    }

    /** Why nothing is done for the account, as of a second ago at most: for building. */
    public Option<BuildRefusal> lately(Address account) {
        UnixTime now = clock.now();
        return recent.find(account)
                .filter(seen -> seen.at().equals(now))
                .getOrElse(() -> recent.keep(account, seen(account)))
                .refusal();
    }

    private Seen seen(Address account) {
        UnixTime now = clock.now();
        return new Seen(now, frozen(account));
    }

    /** Why nothing is done for the account, as of now: for signing and sending. */
    public Option<BuildRefusal> frozen(Address account) {
        return refusal(account, freezes.find(account.toString()));
    }

    private static Option<BuildRefusal> refusal(Address account, Option<Entity<AccountFreeze>> found) {
        return found.map(Entity::state)
                .flatMap(freeze -> freeze.why().map(why -> new BuildRefusal.AccountFrozen(account, freeze.since(), why)));
    }

    /** What refuses a commit once the account is frozen; or why nothing is done for it now. */
    public Either<BuildRefusal, StreamAppend> stillFree(Address account) {
        Option<Entity<AccountFreeze>> found = freezes.find(account.toString());
        return refusal(account, found).toEither(() -> freezes.unchanged(account.toString(), found)).swap();
    }
}
