package dev.mandate.ports.api.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.UnixTime;

/** Why a key is not replaced. */
public sealed interface RotationRefused {

    /** There is no such key, or it is not valid. */
    record NotGood(KeyRefused why) implements RotationRefused {}

    /**
     * It was already replaced; its replacement can be rotated.
     *
     * @param endsAt the time until which it is valid
     */
    record Replaced(ApiKeyId key, UnixTime endsAt) implements RotationRefused {}
}
