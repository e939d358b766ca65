/**
 * Evidence that nobody changed the journal: signed checkpoints over the heads of all streams, their storage and their verification.
 * Each event's own hash is {@link dev.mandate.ports.journal.EventHash}.
 */
@NullMarked
package dev.mandate.ports.audit;

import org.jspecify.annotations.NullMarked;
