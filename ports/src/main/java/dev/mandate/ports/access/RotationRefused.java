package dev.mandate.ports.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.UnixTime;

/** Why no key comes in the place of another. */
public sealed interface RotationRefused {

    /** There is no such key that is good. */
    record NotGood(KeyRefused why) implements RotationRefused {}

    /**
     * Another has come in its place already; that one can be rotated.
     *
     * @param endsAt until when it goes on
     */
    record Replaced(ApiKeyId key, UnixTime endsAt) implements RotationRefused {}
}
