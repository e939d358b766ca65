package dev.mandate.engine.journal;

import dev.mandate.domain.kernel.UnixTime;

/**
 * The current state of one entity in the journal.
 *
 * @param id of its stream and row
 * @param version its number of events; a commit based on this state is refused if the entity has more events by then
 * @param at the time of its last event, by the server's clock
 */
public record Entity<S>(String id, long version, UnixTime at, S state) {}
