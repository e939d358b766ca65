package dev.mandate.ports.api.webhook;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * One try to deliver an event. The receiver's words are not kept.
 *
 * @param statusCode of the receiver's answer; none if there was none
 * @param error why it is no success; none for a success
 */
public record WebhookAttempt(UnixTime at, Option<Integer> statusCode, long durationMillis, Option<Fault> error) {

    /** Why a try is no success. */
    public enum Fault {
        /** The answer was not 2xx. */
        STATUS,
        /** The answer was a redirect, which is not followed. */
        REDIRECT,
        /** No answer within the time. */
        TIMEOUT,
        /** The name of the host has no address. */
        UNKNOWN_HOST,
        /** One of the host's addresses is private, local or otherwise not for webhooks. */
        ADDRESS_REFUSED,
        /** The certificate is not valid for the host, or TLS failed otherwise. */
        TLS,
        /** No connection, or it broke off. */
        CONNECTION,
        /** The URL is not allowed in this environment. */
        URL_REFUSED
    }

    public boolean isSuccess() {
        return error.isEmpty();
    }
}
