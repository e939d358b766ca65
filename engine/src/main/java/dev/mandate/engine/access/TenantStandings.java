package dev.mandate.engine.access;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.access.TenantStanding;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Which tenants the operator has suspended, each a stream and a row of the journal. A tenant without one is active. */
public final class TenantStandings {

    private static final EntityType<TenantRecord, Change> TYPE =
            EntityType.of("tenant-standing", TenantRecord.class, Change.class, (before, change) -> after(change));

    /** A row follows from its events. */
    public static final Projection PROJECTION = TYPE.projection();

    /** What tenants are told of their standing. */
    public static final EventSource<?, ?> EVENTS = EventSource.of(TYPE, (change, moment) -> {
        Tenant tenant = new Tenant(moment.id());
        EventType type = switch (change) {
            case Change.Suspended suspended -> EventType.TENANT_SUSPENDED;
            case Change.Resumed resumed -> EventType.TENANT_RESUMED;
        };
        return Option.some(ToldEvent.here(
                tenant, moment.at(), Option.none(), Option.none(), new EventData.StandingChanged(type, tenant, change.by())));
    });

    private final Repository<TenantRecord, Change> tenants;
    private final ServerClock clock;

    /** What the operator decides of a tenant. */
    private sealed interface Change {

        /** From now on it can only read. */
        record Suspended(OperatorName by, UnixTime at) implements Change {}

        /** From now on it can do what its keys allow. */
        record Resumed(OperatorName by, UnixTime at) implements Change {}

        OperatorName by();
    }

    /** The command changes nothing: the tenant is in this standing already. */
    public record Unchanged(Option<TenantRecord> present) {}

    public TenantStandings(Journal journal, ServerClock clock) {
        this.tenants = new Repository<>(TYPE, journal, clock);
        this.clock = clock;
    }

    private static TenantRecord after(Change change) {
        return switch (change) {
            case Change.Suspended(OperatorName by, UnixTime at) -> new TenantRecord(TenantStanding.SUSPENDED, by, at);
            case Change.Resumed(OperatorName by, UnixTime at) -> new TenantRecord(TenantStanding.ACTIVE, by, at);
        };
    }

    /** The tenant's standing now. */
    public TenantStanding of(Tenant tenant) {
        return standing(tenants.find(tenant.name()));
    }

    private static TenantStanding standing(Option<Entity<TenantRecord>> found) {
        return found.map(record -> record.state().standing()).getOrElse(TenantStanding.ACTIVE);
    }

    /** The tenants that were ever suspended. */
    public Array<Tenant> decided() {
        Array<Tenant> found = Array.empty();
        Page<Entity<TenantRecord>> page;
        do {
            page = tenants.page(found.lastOption().map(Tenant::name), Journal.MAX_PAGE);
            found = found.appendAll(page.items().map(record -> new Tenant(record.id())));
        } while (page.hasMore());
        return found;
    }

    /** Lets the tenant only read. Servers see it within a second. */
    public Either<Unchanged, TenantRecord> suspend(Tenant tenant, OperatorName by) {
        return decide(tenant, TenantStanding.SUSPENDED, new Change.Suspended(by, clock.now()));
    }

    /** Ends a suspension. */
    public Either<Unchanged, TenantRecord> resume(Tenant tenant, OperatorName by) {
        return decide(tenant, TenantStanding.ACTIVE, new Change.Resumed(by, clock.now()));
    }

    private Either<Unchanged, TenantRecord> decide(Tenant tenant, TenantStanding wanted, Change change) {
        return tenants.<Unchanged>update(tenant.name(), before -> standing(before) == wanted
                        ? Either.left(new Unchanged(before.map(Entity::state)))
                        : Either.right(Array.of(change)))
                .map(Entity::state);
    }
}
