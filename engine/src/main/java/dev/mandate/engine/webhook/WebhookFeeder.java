package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.engine.webhook.WebhookLanes.Reason;
import dev.mandate.engine.webhook.WebhookRecord.Standing;
import dev.mandate.engine.webhook.WebhookRows.Due;
import dev.mandate.engine.webhook.WebhookRows.Fed;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.webhook.WebhookId;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitLimit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Hands the events of tenants to the lanes of their webhooks: a row for each event and each webhook that selects it. Several instances may do so at once,
 * and hand the same over twice: only the first message makes the attempt.
 */
final class WebhookFeeder {

    static final String TOPIC = "webhook";

    private static final int STEPS_TO_LOOK_FOR_LOST = 240;

    private final Journal journal;
    private final ServerClock clock;
    private final WebhookBook book;
    private final Function<Tenant, EventFeed> feeds;
    private final WebhookLanes lanes;
    private final AtomicInteger steps = new AtomicInteger();
    private final BoundedCache<WebhookId, Long> madeAt = new BoundedCache<>(12);

    WebhookFeeder(Journal journal, ServerClock clock, WebhookBook book, Function<Tenant, EventFeed> feeds) {
        this.journal = journal;
        this.clock = clock;
        this.book = book;
        this.feeds = feeds;
        this.lanes = new WebhookLanes(journal, clock);
    }

    /** Hands over the next events of each tenant with webhooks. Returns whether there are more. A tenant whose events can't be read delays nobody else. */
    boolean step() {
        if (steps.getAndIncrement() % STEPS_TO_LOOK_FOR_LOST == 0) {
            lanes.handOverAll();
        }
        boolean more = false;
        Option<RuntimeException> failed = Option.none();
        for (Tuple2<Tenant, Array<WebhookId>> webhooks : book.living()) {
            try {
                more |= feed(webhooks._1, webhooks._2);
            } catch (RuntimeException e) {
                failed = failed.orElse(Option.some(e));
            }
        }
        if (!more && failed.isDefined()) {
            throw failed.get();
        }
        return more;
    }

    private boolean feed(Tenant tenant, Array<WebhookId> webhooks) {
        long from = fed(tenant, webhooks);
        int most = Math.clamp((CommitLimit.ROWS.max() - 1) / webhooks.length(), 1, EventQuery.MAX_LIMIT);
        return feeds.apply(tenant).page(new EventQuery(from, most)).fold(
                gone -> move(tenant, from, gone.oldest(), Array.empty()),
                page -> move(tenant, from, page.position(), page.events()) && page.hasMore());
    }

    /** The position up to which the tenant's events were handed to these, its webhooks. */
    long fed(Tenant tenant, Array<WebhookId> webhooks) {
        return WebhookRows.FED.find(journal, tenant.name())
                .map(Fed::position)
                .getOrElse(() -> webhooks.map(webhook -> madeAt(tenant, webhook)).min().get());
    }

    private boolean move(Tenant tenant, long from, long to, Array<CustodyEvent> events) {
        if (to <= from) {
            return false;
        }
        // Read after the events: whoever was made before one of them is among these.
        Array<WebhookRecord> webhooks = events.isEmpty() ? Array.empty() : book.all(tenant, Option.none());
        Array<Tuple2<String, RowChange>> waiting = events.flatMap(event -> webhooks
                .filter(webhook -> webhook.standing() == Standing.ENABLED
                        && webhook.terms().read().selects(event.type())
                        && madeAt(tenant, webhook.id()) < event.position())
                .map(webhook -> waiting(new Due(tenant, webhook.id(), event.position(), 1, 0), event)));
        waiting.map(Tuple2::_2)
                .append(WebhookRows.FED.put(tenant.name(), new Fed(to, clock.now())))
                .grouped((int) CommitLimit.ROWS.max())
                .forEach(changes -> write(changes.foldLeft(Commit.at(clock.now()), Commit::change)));
        lanes.handOver(waiting.map(Tuple2::_1));
        return true;
    }

    private static Tuple2<String, RowChange> waiting(Due due, CustodyEvent event) {
        String lane = WebhookLanes.lane(due.tenant(), due.webhook(), event);
        return Tuple.of(lane, WebhookLanes.waiting(lane, Reason.HAPPENED, due));
    }

    private void write(Commit commit) {
        var unused = journal.commit(commit)
                .getOrElseThrow(refused -> new IllegalStateException("events are not handed over: " + refused));
    }

    private long madeAt(Tenant tenant, WebhookId webhook) {
        return madeAt.find(webhook).getOrElse(() -> madeAt.keep(webhook, book.madeAt(tenant, webhook)));
    }
}
