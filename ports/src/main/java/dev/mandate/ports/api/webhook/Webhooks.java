package dev.mandate.ports.api.webhook;

import dev.mandate.ports.spi.journal.Page;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A tenant's webhooks. Deliveries are those of Standard Webhooks: in order for each account up to the first try, at least once, repeated after failures for
 * about three days. Safe from any thread.
 */
public interface Webhooks {

    /** How many webhooks a tenant may have. */
    int MOST = 1_000;

    /**
     * A webhook with its secret, which is told once.
     *
     * @param secret signs what is sent: {@code whsec_} and base64
     */
    record Secret(Webhook webhook, String secret) {}

    /**
     * Some deliveries.
     *
     * @param next the position from where to continue; none at the end
     */
    record Deliveries(Seq<WebhookDelivery> items, Option<Long> next) {}

    Either<WebhookRefusal, Secret> create(Webhook.Terms terms);

    /** In the order of their ids; at most {@code limit}. */
    Page<Webhook> page(Option<WebhookId> after, int limit);

    Option<Webhook> find(WebhookId id);

    /**
     * Changes a webhook.
     *
     * @param enabled false disables it, true enables it again
     */
    Either<WebhookRefusal, Webhook> change(WebhookId id, Webhook.Terms terms, boolean enabled);

    /** Removes a webhook. Its deliveries are removed within minutes. */
    Either<WebhookRefusal, Webhook> remove(WebhookId id);

    /** Makes another secret. For 24 hours the one before signs, too. */
    Either<WebhookRefusal, Secret> rotateSecret(WebhookId id);

    /** Sends an event of the type {@code webhook.test} once, and waits for the outcome. A tenant tests one webhook at a time. */
    Either<WebhookRefusal, WebhookAttempt> test(WebhookId id);

    /**
     * Sends all events after a position again that the webhook selects. What happens meanwhile goes before them. A webhook has one replay at a time.
     */
    Either<WebhookRefusal, Webhook> replay(WebhookId id, long after);

    /**
     * Deliveries in the order of their events.
     *
     * @param after {@link Deliveries#next} of the page before; 0 from the start
     * @param status none: all. One call looks at some thousand deliveries, so a page may be short although more follow
     */
    Either<WebhookRefusal, Deliveries> deliveries(WebhookId id, Option<WebhookDelivery.Status> status, long after, int limit);
}
