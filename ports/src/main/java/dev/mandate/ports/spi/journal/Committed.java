package dev.mandate.ports.spi.journal;

import io.vavr.collection.Seq;

/**
 * The result of a commit that took effect.
 *
 * @param events its events as recorded, in the commit's order
 */
public record Committed(Seq<RecordedEvent> events) {}
