package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.MessageType;
import dev.mandate.engine.journal.RowType;
import dev.mandate.ports.api.events.EventId;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookDelivery;
import dev.mandate.ports.api.webhook.WebhookId;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.Locale;

/**
 * Rows and messages about deliveries. A row that is written twice, or by two instances at once, does no harm: each attempt has a number, and is made by the
 * first message that asks for it.
 */
public final class WebhookRows {

    /** Up to which position a tenant's events were handed to its webhooks. */
    static final RowType<Fed> FED = RowType.of("webhook-fed", Fed.class);

    /** Webhooks that are not removed, by tenant and webhook. */
    static final RowType<Living> LIVING = RowType.of("webhook-living", Living.class);

    /** Deliveries, by tenant, webhook and position. */
    static final RowType<Delivered> DELIVERIES = RowType.of("webhook-delivery", Delivered.class);

    /** First attempts to come, by lane; the next one of a lane is in {@link #HANDED_OVER}, too. */
    static final RowType<Due> WAITING = RowType.of("webhook-waiting", Due.class);

    /** First attempts in the outbox: one of a lane. */
    static final RowType<Due> HANDED_OVER = RowType.of("webhook-handed-over", Due.class);

    /** Replays under way, by tenant and webhook. */
    static final RowType<Again> REPLAYS = RowType.of("webhook-replay", Again.class);

    /** Attempts to come, by time. */
    static final RowType<Due> DUE = RowType.of("webhook-due", Due.class);

    /** How it goes with a webhook, by tenant and webhook. */
    static final RowType<Health> HEALTH = RowType.of("webhook-health", Health.class);

    /** Asks for an attempt. */
    static final MessageType<Due> ATTEMPT = MessageType.of("webhook-attempt", Due.class);

    /** Asks for events to be sent again. */
    static final MessageType<Again> AGAIN = MessageType.of("webhook-again", Again.class);

    /** The kinds of rows. */
    public static final Array<RowType<?>> TYPES = Array.of(FED, LIVING, DELIVERIES, WAITING, HANDED_OVER, REPLAYS, DUE, HEALTH);

    private WebhookRows() {}

    /** @param at when that was */
    record Fed(long position, UnixTime at) {}

    /** @param at when it was made */
    record Living(WebhookId id, UnixTime at) {}

    /** @param at when its last attempt was */
    record Delivered(
            EventId event,
            EventType type,
            WebhookDelivery.Status status,
            Array<WebhookAttempt> attempts,
            UnixTime at,
            Option<UnixTime> nextAttempt) {

        WebhookDelivery view(long position) {
            return new WebhookDelivery(position, event, type, status, attempts, nextAttempt);
        }
    }

    /**
     * An attempt.
     *
     * @param attempt its number, from 1
     * @param base how many attempts were made when the event was handed over: the schedule counts from there
     */
    record Due(Tenant tenant, WebhookId webhook, long position, int attempt, int base) {

        Due next() {
            return new Due(tenant, webhook, position, attempt + 1, base);
        }
    }

    /**
     * Events after a position are to be sent again.
     *
     * @param until the last position: what follows is sent as it happens
     */
    record Again(Tenant tenant, WebhookId webhook, long after, long until) {

        Again from(long position) {
            return new Again(tenant, webhook, position, until);
        }
    }

    /**
     * How it goes.
     *
     * @param failingSince the first failure since the last success
     * @param pausedUntil the receiver wants nothing before
     */
    record Health(Option<UnixTime> failingSince, Option<UnixTime> pausedUntil) {

        static final Health GOOD = new Health(Option.none(), Option.none());
    }

    static String prefix(Tenant tenant) {
        return tenant.name() + "/";
    }

    static String key(Tenant tenant, WebhookId webhook) {
        return prefix(tenant) + webhook;
    }

    static String deliveries(Tenant tenant, WebhookId webhook) {
        return key(tenant, webhook) + "/";
    }

    static String key(Tenant tenant, WebhookId webhook, long position) {
        return deliveries(tenant, webhook) + sorting(position);
    }

    static String key(UnixTime time, Due due) {
        return sorting(time.seconds()) + "/" + key(due.tenant(), due.webhook(), due.position()) + "/" + due.attempt();
    }

    static UnixTime time(String dueKey) {
        return new UnixTime(Long.parseLong(dueKey.substring(0, dueKey.indexOf('/'))));
    }

    /** Sorts as the numbers do. */
    static String sorting(long number) {
        return String.format(Locale.ROOT, "%019d", number);
    }

    static long position(String deliveryKey) {
        return Long.parseLong(deliveryKey.substring(deliveryKey.lastIndexOf('/') + 1));
    }

    /** The shapes of rows and messages. */
    public static Seq<String> format() {
        return TYPES.flatMap(RowType::format).appendAll(ATTEMPT.format()).appendAll(AGAIN.format());
    }
}
