package dev.mandate.ports.api.webhook;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.events.EventType;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A webhook of a tenant. It gets the tenant's events of all networks that were recorded after it was made.
 *
 * @param status whether it is sent to
 */
public record Webhook(WebhookId id, Terms terms, UnixTime createdAt, Status status) {

    /**
     * What the tenant chooses.
     *
     * @param types what it gets; empty: all events
     */
    public record Terms(WebhookUrl url, Array<EventPattern> types, Option<String> description) {

        /** The longest description, in characters. */
        public static final int MAX_DESCRIPTION = 200;

        public static final int MAX_TYPES = 50;

        public boolean selects(EventType type) {
            return types.isEmpty() || types.exists(pattern -> pattern.selects(type));
        }
    }

    /** Whether a webhook is sent to. What happens while it is disabled is not sent later, unless it is replayed. */
    public sealed interface Status {

        record Enabled() implements Status {}

        record Disabled(Reason why, UnixTime at) implements Status {}

        enum Reason {
            /** The tenant said so. */
            BY_REQUEST,
            /** The receiver answered 410. */
            RECEIVER_GONE,
            /** Five days went by without one success. */
            FAILING
        }
    }

    public boolean isEnabled() {
        return status instanceof Status.Enabled;
    }
}
