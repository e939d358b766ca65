/**
 * Detection of changes to the journal: signed checkpoints over the heads of all streams, and the interfaces to store and verify
 * them. {@link dev.mandate.ports.spi.journal.EventHash} defines the hash of each event.
 *
 * <p>An {@link dev.mandate.ports.spi.audit.Anchor} remembers the last checkpoint outside of the database.
 */
@NullMarked
package dev.mandate.ports.spi.audit;

import org.jspecify.annotations.NullMarked;
