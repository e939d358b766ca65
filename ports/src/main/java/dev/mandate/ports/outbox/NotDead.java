package dev.mandate.ports.outbox;

/**
 * There is no dead letter with this number: it was retried or discarded, or never existed.
 *
 * @param number the one asked for
 */
public record NotDead(long number) {}
