package dev.mandate.ports.spi.journal;

/** The current state of an entity, readable without its events. */
public record Row(RowKey key, Payload value) {}
