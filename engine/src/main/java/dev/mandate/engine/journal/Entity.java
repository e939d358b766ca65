package dev.mandate.engine.journal;

import dev.mandate.domain.kernel.UnixTime;

/**
 * Something that the journal keeps, as it stands.
 *
 * @param id of its stream and row
 * @param version how many events it has: what is decided on this state is committed only if none was added since
 * @param at of its last event, by the server's clock
 */
public record Entity<S>(String id, long version, UnixTime at, S state) {}
