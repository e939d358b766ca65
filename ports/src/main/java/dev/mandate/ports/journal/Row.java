package dev.mandate.ports.journal;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * The present state of something, to be read without its history.
 *
 * @param expiresAt from then on retention may remove it. Until it does the row is there, and whether it still counts its
 *     reader decides; none if it stays.
 */
public record Row(RowKey key, Payload value, Option<UnixTime> expiresAt) {

    /** A row that stays. */
    public Row(RowKey key, Payload value) {
        this(key, value, Option.none());
    }
}
