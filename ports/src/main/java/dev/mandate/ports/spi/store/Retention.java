package dev.mandate.ports.spi.store;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Page;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Removes expired answers. Nothing else expires: events and rows stay. Safe from several threads. */
public interface Retention {

    /**
     * The answers that have expired by {@code now}, by their stored expiry. They are ordered by expiry, scope and key, character by character.
     *
     * @param after the last answer of the page before
     * @param limit 1 to {@link dev.mandate.ports.spi.journal.Journal#MAX_PAGE}
     */
    Page<IdempotencyRecord> expired(UnixTime now, Option<IdempotencyRecord> after, int limit);

    /**
     * Removes each of {@code expired} that is still stored exactly as given. An answer that is being replaced meanwhile may stay.
     *
     * @param expired at most one page
     */
    void remove(Seq<IdempotencyRecord> expired);
}
