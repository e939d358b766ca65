package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.webhook.WebhookRecord.Event;
import dev.mandate.engine.webhook.WebhookRecord.Standing;
import dev.mandate.engine.webhook.WebhookRows.Living;
import dev.mandate.ports.api.webhook.WebhookId;
import dev.mandate.ports.api.webhook.WebhookRefusal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Webhooks in the journal, by tenant and id. */
public final class WebhookBook {

    private static final EntityType<WebhookRecord, Event> TYPE =
            EntityType.of("webhook", WebhookRecord.class, Event.class, WebhookRecord::evolve);

    /** A webhook's row follows from its events. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Journal journal;
    private final ServerClock clock;
    private final AtomicReference<Known> known = new AtomicReference<>(Known.nothing());

    WebhookBook(Journal journal, ServerClock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    private Repository<WebhookRecord, Event> of(Tenant tenant) {
        return new Repository<>(TYPE, journal, clock, WebhookRows.prefix(tenant));
    }

    /** All tenants with their webhooks: as they were a second ago at most, and with what this instance changed. */
    Map<Tenant, Array<WebhookId>> living() {
        UnixTime now = clock.now();
        Known last = known.get();
        if (!last.at().equals(now)) {
            // A change that comes meanwhile leaves nothing known.
            Known read = new Known(now, livingIds("").groupBy(Tuple2::_1).mapValues(ids -> ids.map(Tuple2::_2)));
            var unused = known.compareAndSet(last, read);
            return read.living();
        }
        return last.living();
    }

    private record Known(UnixTime at, Map<Tenant, Array<WebhookId>> living) {

        static Known nothing() {
            return new Known(new UnixTime(0), HashMap.empty());
        }
    }

    private Array<Tuple2<Tenant, WebhookId>> livingIds(String prefix) {
        Array<Tuple2<Tenant, WebhookId>> all = Array.empty();
        Option<String> after = Option.none();
        Page<Tuple2<String, Living>> page;
        do {
            page = WebhookRows.LIVING.page(journal, prefix, after, Journal.MAX_PAGE);
            all = all.appendAll(page.items().map(row -> Tuple.of(tenant(row._1), row._2.id())));
            after = page.items().lastOption().map(Tuple2::_1);
        } while (page.hasMore());
        return all;
    }

    private static Tenant tenant(String id) {
        return new Tenant(id.substring(0, id.indexOf('/')));
    }

    /** @param key tenant and webhook */
    boolean isLiving(String key) {
        return WebhookRows.LIVING.find(journal, key).isDefined();
    }

    /** How many webhooks a tenant has. */
    int count(Tenant tenant) {
        return livingIds(WebhookRows.prefix(tenant)).length();
    }

    /** The tenant's webhooks above {@code after}, in the order of their ids. */
    Array<WebhookRecord> all(Tenant tenant, Option<WebhookId> after) {
        return livingIds(WebhookRows.prefix(tenant))
                .map(Tuple2::_2)
                .filter(id -> after.forAll(last -> id.text().compareTo(last.text()) > 0))
                .flatMap(id -> find(tenant, id));
    }

    Option<WebhookRecord> find(Tenant tenant, WebhookId id) {
        return of(tenant).find(id.text()).map(Entity::state).filter(webhook -> webhook.standing() != Standing.REMOVED);
    }

    /** The position at which the webhook was made: it gets what follows. */
    long madeAt(Tenant tenant, WebhookId id) {
        return journal.stream(of(tenant).stream(id.text()), 0, 1).items().head().position();
    }

    WebhookRecord make(Tenant tenant, Event.Made made) {
        WebhookRecord there = Repository.<WebhookRefusal, WebhookRecord>commit(journal, () -> Either.right(decided(
                        tenant, made.id(), Option.none(), Array.of(made), WebhookRows.LIVING.put(key(tenant, made.id()), new Living(made.id(), made.at())))))
                .get();
        known.set(Known.nothing());
        return there;
    }

    private static String key(Tenant tenant, WebhookId id) {
        return WebhookRows.key(tenant, id);
    }

    /** Records {@code events}; none if nothing changes. */
    Either<WebhookRefusal, WebhookRecord> change(
            Tenant tenant, WebhookId id, Function<WebhookRecord, Seq<Event>> events) {
        return of(tenant)
                .<WebhookRefusal>update(id.text(), before -> living(before).map(there -> events.apply(there.state())))
                .map(Entity::state);
    }

    /** Removes a webhook, and returns what it was. */
    Either<WebhookRefusal, WebhookRecord> remove(Tenant tenant, WebhookId id) {
        return Repository.<WebhookRefusal, WebhookRecord>commit(journal, () -> {
                    Option<Entity<WebhookRecord>> before = of(tenant).find(id.text());
                    Seq<Event> removed = Array.of(new Event.Stands(Standing.REMOVED, clock.now()));
                    return living(before).map(there -> new Decision<>(
                            decided(tenant, id, before, removed, WebhookRows.LIVING.delete(key(tenant, id))).commit(), there.state()));
                })
                .peek(removed -> known.set(Known.nothing()));
    }

    private static Either<WebhookRefusal, Entity<WebhookRecord>> living(Option<Entity<WebhookRecord>> before) {
        return before.filter(there -> there.state().standing() != Standing.REMOVED).toEither(WebhookRefusal.Unknown::new);
    }

    private Decision<WebhookRecord> decided(
            Tenant tenant, WebhookId id, Option<Entity<WebhookRecord>> before, Seq<Event> events, RowChange living) {
        Commit at = Commit.at(clock.now());
        return new Decision<>(
                of(tenant).append(at, id.text(), before, events).change(living),
                of(tenant).evolve(at, id.text(), before, events).state());
    }
}
