package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.webhook.WebhookRecord.Event;
import dev.mandate.engine.webhook.WebhookRecord.Standing;
import dev.mandate.engine.webhook.WebhookRecord.Terms;
import dev.mandate.engine.webhook.WebhookRows.Again;
import dev.mandate.engine.webhook.WebhookRows.Fed;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.webhook.Webhook;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookDelivery;
import dev.mandate.ports.api.webhook.WebhookId;
import dev.mandate.ports.api.webhook.WebhookRefusal;
import dev.mandate.ports.api.webhook.Webhooks;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.ports.spi.webhook.WebhookSender.Sent;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;

/** A tenant's webhooks, in the journal. */
final class TenantWebhooks implements Webhooks {

    private static final int ID_BYTES = 16;

    /** So many pages of deliveries one call looks through. */
    private static final int PAGES = 3;

    private final Journal journal;
    private final ServerClock clock;
    private final Tenant tenant;
    private final WebhookBook book;
    private final WebhookTests tests;
    private final WebhookPorts ports;
    private final EventFeed feed;
    private final SecureRandom random;

    TenantWebhooks(
            Journal journal,
            ServerClock clock,
            Tenant tenant,
            WebhookBook book,
            WebhookTests tests,
            WebhookPorts ports,
            EventFeed feed,
            SecureRandom random) {
        this.journal = journal;
        this.clock = clock;
        this.tenant = tenant;
        this.book = book;
        this.tests = tests;
        this.ports = ports;
        this.feed = feed;
        this.random = random;
    }

    @Override
    public Either<WebhookRefusal, Secret> create(Webhook.Terms terms) {
        return allowed(terms)
                .filterOrElse(fine -> book.count(tenant) < MOST, fine -> new WebhookRefusal.TooMany(MOST))
                .map(fine -> told(book.make(tenant, new Event.Made(new WebhookId("whk_" + hex()), Terms.of(fine), clock.now()))));
    }

    private Either<WebhookRefusal, Webhook.Terms> allowed(Webhook.Terms terms) {
        return ports.sender().allows(terms.url()) ? Either.right(terms) : Either.left(new WebhookRefusal.UrlNotAllowed(terms.url()));
    }

    private String hex() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Bytes.of(bytes).toHex();
    }

    private Secret told(WebhookRecord webhook) {
        return new Secret(webhook.view(), WebhookAttempts.secret(ports, tenant, webhook));
    }

    @Override
    public Page<Webhook> page(Option<WebhookId> after, int limit) {
        Array<WebhookRecord> all = book.all(tenant, after);
        return new Page<>(all.take(limit).map(WebhookRecord::view), all.length() > limit);
    }

    @Override
    public Option<Webhook> find(WebhookId id) {
        return book.find(tenant, id).map(WebhookRecord::view);
    }

    @Override
    public Either<WebhookRefusal, Webhook> change(WebhookId id, Webhook.Terms terms, boolean enabled) {
        UnixTime now = clock.now();
        return allowed(terms)
                .flatMap(fine -> book.change(tenant, id, before -> {
                    Seq<Event> changed = Array.of(new Event.Changed(Terms.of(fine)));
                    return before.standing() == Standing.ENABLED == enabled
                            ? changed
                            : changed.append(new Event.Stands(enabled ? Standing.ENABLED : Standing.BY_REQUEST, now));
                }))
                .peek(changed -> write(Commit.at(now).change(WebhookRows.HEALTH.delete(WebhookRows.key(tenant, id)))))
                .map(WebhookRecord::view);
    }

    @Override
    public Either<WebhookRefusal, Webhook> remove(WebhookId id) {
        return book.remove(tenant, id)
                .peek(removed -> write(Commit.at(clock.now()).change(WebhookRows.HEALTH.delete(WebhookRows.key(tenant, id)))))
                .map(WebhookRecord::view);
    }

    @Override
    public Either<WebhookRefusal, Secret> rotateSecret(WebhookId id) {
        return book.change(tenant, id, there -> Array.of(new Event.SecretRotated(clock.now()))).map(this::told);
    }

    @Override
    public Either<WebhookRefusal, WebhookAttempt> test(WebhookId id) {
        UnixTime now = clock.now();
        String test = "evt_" + hex();
        return book.find(tenant, id)
                .<WebhookRefusal>toEither(WebhookRefusal.Unknown::new)
                .flatMap(webhook -> tests.run(tenant, () -> ports.sender()
                                .send(WebhookAttempts.message(ports, tenant, webhook, test, now, ports.bodies().test(webhook.view(), test, now))))
                        .flatMap(sent -> sent.map(Sent::attempt))
                        .toEither(WebhookRefusal.Testing::new));
    }

    @Override
    public Either<WebhookRefusal, Webhook> replay(WebhookId id, long after) {
        return book.find(tenant, id)
                .<WebhookRefusal>toEither(WebhookRefusal.Unknown::new)
                .filterOrElse(there -> there.standing() == Standing.ENABLED, there -> new WebhookRefusal.Disabled())
                .flatMap(there -> feed.page(new EventQuery(after, 1)).<WebhookRefusal>mapLeft(WebhookRefusal.Gone::new))
                .flatMap(kept -> WebhookReplays.begin(journal, clock, new Again(tenant, id, after, happened(id))).toEither(kept).swap())
                .flatMap(begun -> book.change(tenant, id, there -> Array.of(new Event.Replayed(after))))
                .map(WebhookRecord::view);
    }

    /** Events up to here are not sent to this webhook any more, unless again. */
    private long happened(WebhookId id) {
        long fed = WebhookRows.FED.find(journal, tenant.name()).map(Fed::position).getOrElse(0L);
        return Math.max(fed, book.madeAt(tenant, id));
    }

    @Override
    public Either<WebhookRefusal, Deliveries> deliveries(
            WebhookId id, Option<WebhookDelivery.Status> status, long after, int limit) {
        return book.find(tenant, id).<WebhookRefusal>toEither(WebhookRefusal.Unknown::new).map(there -> {
            Array<WebhookDelivery> found = Array.empty();
            long last = after;
            boolean hasMore = true;
            for (int pages = 0; hasMore && found.length() < limit && pages < PAGES; pages++) {
                var page = WebhookRows.DELIVERIES.page(
                        journal, WebhookRows.deliveries(tenant, id), Option.some(WebhookRows.key(tenant, id, last)), Journal.MAX_PAGE);
                Array<WebhookDelivery> all = Array.ofAll(page.items()).map(row -> row._2.view(WebhookRows.position(row._1)));
                found = found.appendAll(all.filter(delivery -> status.forAll(delivery.status()::equals)));
                last = all.lastOption().map(WebhookDelivery::position).getOrElse(last);
                hasMore = page.hasMore();
            }
            boolean isCut = found.length() > limit;
            Array<WebhookDelivery> shown = found.take(limit);
            return new Deliveries(shown, Option.when(isCut || hasMore, isCut ? shown.last().position() : last));
        });
    }

    private void write(Commit commit) {
        var unused = journal.commit(commit)
                .getOrElseThrow(refused -> new IllegalStateException("nothing about a webhook is written: " + refused));
    }
}
