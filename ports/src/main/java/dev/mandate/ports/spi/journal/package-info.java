/**
 * The interface of the journal: events in streams, rows derived from them, recorded answers and outbox messages. One commit
 * writes all of them atomically.
 */
@NullMarked
package dev.mandate.ports.spi.journal;

import org.jspecify.annotations.NullMarked;
