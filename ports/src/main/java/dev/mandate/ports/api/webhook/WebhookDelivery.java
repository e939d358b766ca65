package dev.mandate.ports.api.webhook;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.events.EventId;
import dev.mandate.ports.api.events.EventType;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * The delivery of one event to one webhook.
 *
 * @param position of the event
 * @param attempts in the order of time
 * @param nextAttempt none unless it is {@link Status#PENDING}, or while it is on its way
 */
public record WebhookDelivery(
        long position, EventId event, EventType type, Status status, Array<WebhookAttempt> attempts, Option<UnixTime> nextAttempt) {

    /** How far a delivery is. */
    public enum Status {
        PENDING,
        DELIVERED,
        /** All tries failed. */
        DEAD,
        /** The webhook was disabled or removed before it succeeded. */
        DROPPED
    }
}
