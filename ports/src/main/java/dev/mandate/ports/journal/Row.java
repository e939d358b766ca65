package dev.mandate.ports.journal;

/** The present state of something, to be read without its history. */
public record Row(RowKey key, Payload value) {}
