package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.engine.webhook.WebhookLanes.Reason;
import dev.mandate.engine.webhook.WebhookRecord.Standing;
import dev.mandate.engine.webhook.WebhookRows.Again;
import dev.mandate.engine.webhook.WebhookRows.Due;
import dev.mandate.engine.webhook.WebhookRows.Fed;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.webhook.WebhookRefusal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Function;

/** Sends events again: one replay of a webhook at a time, some events at a time. A row names the replay until all its events wait in lanes. */
final class WebhookReplays {

    private static final int AT_ONCE = EventQuery.MAX_LIMIT;

    private final Journal journal;
    private final ServerClock clock;
    private final WebhookBook book;
    private final WebhookLanes lanes;
    private final Function<Tenant, EventFeed> feeds;

    WebhookReplays(Journal journal, ServerClock clock, WebhookBook book, Function<Tenant, EventFeed> feeds) {
        this.journal = journal;
        this.clock = clock;
        this.book = book;
        this.lanes = new WebhookLanes(journal, clock);
        this.feeds = feeds;
    }

    /** Begins a replay, unless one is under way. */
    static Option<WebhookRefusal> begin(Journal journal, ServerClock clock, Again again) {
        Commit begun = Commit.at(clock.now())
                .change(WebhookRows.REPLAYS.insert(WebhookRows.key(again.tenant(), again.webhook()), again))
                .sending(message(again));
        return journal.commit(begun).swap().toOption().map(refused -> {
            if (!(refused instanceof CommitRefused.RowPresent)) {
                throw new IllegalStateException("a replay is not written: " + refused);
            }
            return new WebhookRefusal.Replaying();
        });
    }

    private static OutboxMessage message(Again again) {
        StreamId stream = new StreamId(WebhookRows.AGAIN.name(), WebhookRows.key(again.tenant(), again.webhook(), again.after()));
        return new OutboxMessage(WebhookFeeder.TOPIC, again.tenant(), stream, WebhookRows.AGAIN.write(again));
    }

    /** Has some events wait in their lanes, and asks for the next ones. */
    Option<DeliveryFailure> step(Again asked) {
        Option<WebhookRecord> webhook = book.find(asked.tenant(), asked.webhook()).filter(known -> known.standing() == Standing.ENABLED);
        if (webhook.isEmpty()) {
            return ended(Commit.at(clock.now()), asked);
        }
        if (lanes.isFull(asked.tenant(), asked.webhook())) {
            return Option.some(new DeliveryFailure.Waiting("the receiver is slower than the replay"));
        }
        return feeds.apply(asked.tenant())
                .page(new EventQuery(asked.after(), AT_ONCE))
                .fold(gone -> continued(Commit.at(clock.now()), asked.from(gone.oldest())), page -> queued(asked, webhook.get(), page));
    }

    private Option<DeliveryFailure> queued(Again asked, WebhookRecord webhook, EventPage page) {
        Array<CustodyEvent> selected = page.events()
                .filter(event -> event.position() <= asked.until() && webhook.terms().read().selects(event.type()));
        Commit commit = selected.foldLeft(Commit.at(clock.now()), (so, event) ->
                so.change(WebhookLanes.waiting(WebhookLanes.lane(asked.tenant(), webhook.id(), event), Reason.REPLAYED, once(asked, event))));
        // While events are projected anew, a page may end before what was there already.
        boolean isEarly = !page.hasMore() && page.position() < Math.min(asked.until(), fed(asked));
        Option<DeliveryFailure> failure = page.hasMore() && page.position() < asked.until()
                ? continued(commit, asked.from(page.position()))
                : isEarly ? Option.some(new DeliveryFailure.Waiting("events are not projected up to here yet")) : ended(commit, asked);
        lanes.handOver(selected.map(event -> WebhookLanes.lane(asked.tenant(), webhook.id(), event)));
        return failure;
    }

    private long fed(Again asked) {
        return WebhookRows.FED.find(journal, asked.tenant().name()).map(Fed::position).getOrElse(0L);
    }

    private Option<DeliveryFailure> continued(Commit commit, Again next) {
        return next.after() < next.until() ? written(commit.sending(message(next))) : ended(commit, next);
    }

    private Option<DeliveryFailure> ended(Commit commit, Again asked) {
        return written(commit.change(WebhookRows.REPLAYS.delete(WebhookRows.key(asked.tenant(), asked.webhook()))));
    }

    private Option<DeliveryFailure> written(Commit commit) {
        var unused = journal.commit(commit)
                .getOrElseThrow(refused -> new IllegalStateException("a replay is not written: " + refused));
        return Option.none();
    }

    private Due once(Again asked, CustodyEvent event) {
        int made = WebhookRows.DELIVERIES
                .find(journal, WebhookRows.key(asked.tenant(), asked.webhook(), event.position()))
                .map(known -> known.attempts().length())
                .getOrElse(0);
        return new Due(asked.tenant(), asked.webhook(), event.position(), made + 1, made);
    }
}
