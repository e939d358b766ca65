package dev.mandate.ports.journal;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * The current state of an entity, readable without its events.
 *
 * @param expiresAt retention may remove the row from this time on; none if the row never expires. Until its removal the row can
 *     be read, and the reader decides whether it is still valid.
 */
public record Row(RowKey key, Payload value, Option<UnixTime> expiresAt) {

    /** A row without expiry. */
    public Row(RowKey key, Payload value) {
        this(key, value, Option.none());
    }
}
