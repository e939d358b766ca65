/**
 * Entities in the journal: each has a stream of events and a row with its state, both encoded as JSON. Every record contains a
 * MAC.
 */
@NullMarked
package dev.mandate.engine.journal;

import org.jspecify.annotations.NullMarked;
