package dev.mandate.ports.spi.webhook;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookUrl;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * Sends webhooks by HTTP.
 *
 * <p>Every implementation guarantees:
 *
 * <ul>
 *   <li>A host's name is resolved once, each of its addresses is checked, and the connection goes to a checked one. Addresses that are not public are
 *       refused, written in whatever way.
 *   <li>No redirect is followed. A certificate must be valid for the host.
 *   <li>It returns within {@link #TIMEOUT_SECONDS} and a moment, however slowly the receiver reads or answers. Of an answer's body it reads nothing.
 * </ul>
 *
 * <p>Safe from any thread. It never throws for what the receiver does.
 */
public interface WebhookSender {

    /** The time for a delivery, from the resolution of the name to the end of the answer's headers. */
    long TIMEOUT_SECONDS = 15;

    /** Whether this URL may be sent to at all. */
    boolean allows(WebhookUrl url);

    /** Sends once. None: the calling thread was interrupted meanwhile, which tells nothing of the receiver. Its interrupt stays set. */
    Option<Sent> send(Message message);

    /**
     * What is sent.
     *
     * @param id the same in each delivery of the same event
     * @param at the time of this delivery; it is signed
     * @param body JSON
     * @param secrets each signs; {@code whsec_} and base64
     */
    record Message(WebhookUrl url, String id, UnixTime at, Bytes body, Array<String> secrets) {

        /** Without body and secrets. */
        @Override
        public String toString() {
            return "webhook " + id;
        }
    }

    /**
     * The outcome.
     *
     * @param retryAfterSeconds what the receiver asks for
     */
    record Sent(WebhookAttempt attempt, Option<Long> retryAfterSeconds) {}
}
