package dev.mandate.ports.spi.outbox;

/**
 * No dead letter has this number: it was retried or discarded, or never existed.
 *
 * @param number the requested number
 */
public record NoDeadLetter(long number) {}
