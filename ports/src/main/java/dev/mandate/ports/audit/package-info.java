/**
 * Evidence that nobody changed the journal: signed checkpoints over the heads of all streams, and what it takes to keep and
 * to check them. Each event's own hash is {@link dev.mandate.ports.journal.EventHash}.
 */
@NullMarked
package dev.mandate.ports.audit;

import org.jspecify.annotations.NullMarked;
