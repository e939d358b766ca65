package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.webhook.WebhookRows.Due;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.webhook.WebhookId;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * The oldest event that a webhook has not taken: not handed over yet, waiting in a lane, or to be tried again. What a replay sends again does not count. It is
 * found by {@link #look}, so that reading the age costs nothing.
 */
final class WebhookBacklog {

    private final Journal journal;
    private final ServerClock clock;
    private final WebhookBook book;
    private final WebhookFeeder feeder;
    private final WebhookLanes lanes;
    private final Function<Tenant, EventFeed> feeds;
    private volatile Option<UnixTime> oldest = Option.none();

    WebhookBacklog(Journal journal, ServerClock clock, WebhookBook book, WebhookFeeder feeder, Function<Tenant, EventFeed> feeds) {
        this.journal = journal;
        this.clock = clock;
        this.book = book;
        this.feeder = feeder;
        this.lanes = new WebhookLanes(journal, clock);
        this.feeds = feeds;
    }

    /** The age of the oldest event in seconds; 0 if webhooks took all. */
    long oldestSeconds() {
        return oldest.map(since -> Math.max(0, clock.now().secondsSince(since))).getOrElse(0L);
    }

    /** Looks for the oldest event: at one row of each lane, at all attempts to come, and at one event of each tenant with webhooks. */
    void look() {
        Map<Tenant, Array<WebhookId>> living = book.living();
        oldest = retried(living, handedOver(living))
                .toArray()
                .flatMap(tenant -> next(tenant._1, tenant._2))
                .minBy(UnixTime::seconds);
    }

    /** For each tenant the position before its first event that a webhook may not have. */
    private Map<Tenant, Long> handedOver(Map<Tenant, Array<WebhookId>> living) {
        return earlier(living.map((tenant, webhooks) -> Tuple.of(tenant, feeder.fed(tenant, webhooks))), living, lanes.firsts());
    }

    private Map<Tenant, Long> retried(Map<Tenant, Array<WebhookId>> living, Map<Tenant, Long> before) {
        Map<Tenant, Long> first = before;
        Option<String> after = Option.none();
        Page<Tuple2<String, Due>> page;
        do {
            page = WebhookRows.DUE.page(journal, "", after, Journal.MAX_PAGE);
            first = earlier(first, living, Array.ofAll(page.items()).map(Tuple2::_2));
            after = page.items().lastOption().map(Tuple2::_1);
        } while (page.hasMore());
        return first;
    }

    /** Rows of removed webhooks are left for a while, and mean nothing. */
    private static Map<Tenant, Long> earlier(Map<Tenant, Long> before, Map<Tenant, Array<WebhookId>> living, Array<Due> waiting) {
        return waiting.filter(due -> living.get(due.tenant()).exists(ids -> ids.contains(due.webhook())))
                .foldLeft(before, (all, due) -> all.merge(HashMap.of(due.tenant(), due.position() - 1), Math::min));
    }

    private Option<UnixTime> next(Tenant tenant, long after) {
        return feeds.apply(tenant).page(new EventQuery(after, 1)).toOption().flatMap(page -> page.events().headOption()).map(CustodyEvent::at);
    }
}
