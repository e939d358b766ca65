package dev.mandate.ports.api.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.UnixTime;

/** Why an API key is refused. */
public sealed interface KeyRefused {

    /** No such key, or another tenant's. */
    record Unknown() implements KeyRefused {}

    /**
     * It has expired or was revoked.
     *
     * @param at its end; for a revoked key by the clock of the revoking process, which may be ahead
     */
    record Ended(ApiKeyId key, UnixTime at) implements KeyRefused {}
}
