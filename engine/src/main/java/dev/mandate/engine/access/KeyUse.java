package dev.mandate.engine.access;

import dev.mandate.domain.kernel.UnixTime;

/** When an API key was used first and last. */
public record KeyUse(UnixTime first, UnixTime last) {

    /** Both uses as one. */
    KeyUse with(KeyUse other) {
        return new KeyUse(other.first.isBefore(first) ? other.first : first, last.isBefore(other.last) ? other.last : last);
    }
}
