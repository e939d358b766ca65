package dev.mandate.ports.api.webhook;

import dev.mandate.ports.api.events.EventsGone;

/** Why a call about webhooks is refused. */
public sealed interface WebhookRefusal {

    /** The tenant has no such webhook. */
    record Unknown() implements WebhookRefusal {}

    /**
     * The tenant has as many webhooks as it may.
     *
     * @param most how many a tenant may have
     */
    record TooMany(int most) implements WebhookRefusal {}

    /** The URL is not allowed in this environment: {@code https}, and in the sandbox also {@code http} to loopback. */
    record UrlNotAllowed(WebhookUrl url) implements WebhookRefusal {}

    /** Events to be sent again are not kept any more. */
    record Gone(EventsGone gone) implements WebhookRefusal {}

    /** A disabled webhook is not sent to. */
    record Disabled() implements WebhookRefusal {}

    /** Events are being sent again already. */
    record Replaying() implements WebhookRefusal {}

    /** A test of the tenant is under way, or as many tests of others as may be. */
    record Testing() implements WebhookRefusal {}
}
