package dev.mandate.engine.webhook;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.webhook.WebhookRows.Delivered;
import dev.mandate.engine.webhook.WebhookRows.Due;
import dev.mandate.ports.api.webhook.WebhookDelivery;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Hands attempts over when their time has come, and removes what is told of old deliveries. */
final class WebhookRetries {

    private static final int AT_ONCE = 200;

    private final Journal journal;
    private final ServerClock clock;
    private final WebhookBook book;

    /** Up to which delivery was pruned. */
    private volatile Option<String> pruned = Option.none();

    WebhookRetries(Journal journal, ServerClock clock, WebhookBook book) {
        this.journal = journal;
        this.clock = clock;
        this.book = book;
    }

    /** Hands over what is due. Returns whether there is more. */
    boolean step() {
        UnixTime now = clock.now();
        Page<Tuple2<String, Due>> page = WebhookRows.DUE.page(journal, "", Option.none(), AT_ONCE);
        Array<Tuple2<String, Due>> due = Array.ofAll(page.items()).filter(row -> !now.isBefore(WebhookRows.time(row._1)));
        if (due.nonEmpty()) {
            write(due.foldLeft(Commit.at(now), (commit, row) -> commit.change(WebhookRows.DUE.delete(row._1)).sending(message(row._2))));
        }
        return due.length() == AT_ONCE;
    }

    /** Each repeated attempt waits for nothing, and for no dead letter before it. */
    private static OutboxMessage message(Due due) {
        StreamId stream = new StreamId("webhook-retry", WebhookRows.key(due.tenant(), due.webhook(), due.position()) + "/" + due.attempt());
        return new OutboxMessage(WebhookFeeder.TOPIC, due.tenant(), stream, WebhookRows.ATTEMPT.write(due));
    }

    /**
     * Removes what is told of deliveries that ended before {@code time}, and of removed webhooks: looks at some of one webhook, and goes on there the next
     * time. Returns whether there is more.
     */
    boolean prune(UnixTime time) {
        Page<Tuple2<String, Delivered>> page = WebhookRows.DELIVERIES.page(journal, "", pruned, AT_ONCE);
        Array<Tuple2<String, Delivered>> rows = Array.ofAll(page.items());
        String webhook = rows.headOption().map(row -> row._1.substring(0, row._1.lastIndexOf('/') + 1)).getOrElse("");
        Array<Tuple2<String, Delivered>> its = rows.filter(row -> row._1.startsWith(webhook));
        boolean isRemoved = rows.nonEmpty() && !book.isLiving(webhook.substring(0, webhook.length() - 1));
        remove(its.filter(row -> isRemoved || (isOver(row._2) && row._2.at().isBefore(time))).map(Tuple2::_1));
        // Deliveries are in the order of time, except those that were repeated.
        boolean isNextWebhook = its.length() < rows.length() || (!isRemoved && its.forAll(row -> !row._2.at().isBefore(time)));
        boolean hasMore = its.length() < rows.length() || page.hasMore();
        pruned = hasMore ? Option.some(isNextWebhook ? webhook + "~" : its.last()._1) : Option.none();
        return hasMore;
    }

    private static boolean isOver(Delivered delivery) {
        return delivery.status() != WebhookDelivery.Status.PENDING;
    }

    private void remove(Array<String> deliveries) {
        if (deliveries.nonEmpty()) {
            write(deliveries.foldLeft(Commit.at(clock.now()), (commit, key) -> commit.change(WebhookRows.DELIVERIES.delete(key))));
        }
    }

    private void write(Commit commit) {
        var unused = journal.commit(commit)
                .getOrElseThrow(refused -> new IllegalStateException("attempts are not written: " + refused));
    }
}
