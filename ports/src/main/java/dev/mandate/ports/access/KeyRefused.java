package dev.mandate.ports.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.UnixTime;

/** Why an API key is not taken. */
public sealed interface KeyRefused {

    /** No such key, or another tenant's. */
    record Unknown() implements KeyRefused {}

    /**
     * Its time is over, or it was revoked.
     *
     * @param at its end; of a revoked key by the clock of whoever revoked it, which may be ahead
     */
    record Ended(ApiKeyId key, UnixTime at) implements KeyRefused {}
}
