package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.webhook.EventPattern;
import dev.mandate.ports.api.webhook.Webhook;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookDelivery;
import dev.mandate.ports.spi.webhook.WebhookBodies;
import io.vavr.control.Option;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Writes webhooks, and what is sent to them. */
public final class WebhookObjects {

    private WebhookObjects() {}

    /** Writes a webhook without its secret. */
    public static ObjectNode webhook(Webhook webhook) {
        ObjectNode object = Json.object()
                .put("webhook_id", webhook.id().text())
                .put("url", webhook.terms().url().toString())
                .set("types", Json.texts(webhook.terms().types().map(EventPattern::text)))
                .put("description", webhook.terms().description().getOrNull())
                .put("created_at", RefusalText.time(webhook.createdAt()));
        return switch (webhook.status()) {
            case Webhook.Status.Enabled enabled -> object.put("status", "enabled").putNull("disabled_why").putNull("disabled_at");
            case Webhook.Status.Disabled(var why, var at) ->
                object.put("status", "disabled").put("disabled_why", RefusalText.word(why)).put("disabled_at", RefusalText.time(at));
        };
    }

    /** Writes an attempt. */
    public static ObjectNode attempt(WebhookAttempt attempt) {
        return Json.object()
                .put("time", RefusalText.time(attempt.at()))
                .put("status_code", attempt.statusCode().getOrNull())
                .put("duration_ms", attempt.durationMillis())
                .put("error", attempt.error().map(RefusalText::word).getOrNull());
    }

    /** Writes a delivery with its attempts. */
    public static ObjectNode delivery(WebhookDelivery delivery) {
        return Json.object()
                .put("event_id", delivery.event().text())
                .put("position", delivery.position())
                .put("type", delivery.type().word())
                .put("status", RefusalText.word(delivery.status()))
                .set("attempts", Json.array(delivery.attempts().map(WebhookObjects::attempt)))
                .put("next_attempt_at", delivery.nextAttempt().map(RefusalText::time).getOrNull());
    }

    /**
     * The bodies of webhooks: the events as the pages of events show them.
     *
     * @param programErrorName the account program's name of an error, by its number
     */
    public static WebhookBodies bodies(Function<Long, Option<String>> programErrorName) {
        return new WebhookBodies() {
            @Override
            public Bytes of(Tenant tenant, CustodyEvent event) {
                return Json.write(EventObjects.event(event, network -> programErrorName));
            }

            @Override
            public Bytes test(Webhook webhook, String id, UnixTime at) {
                return Json.write(Json.object()
                        .put("id", id)
                        .put("type", "webhook.test")
                        .putNull("position")
                        .putNull("account_position")
                        .put("time", RefusalText.time(at))
                        .putNull("network")
                        .putNull("smart_account_address")
                        .put("origin", "here")
                        .set("data", webhook(webhook)));
            }
        };
    }
}
