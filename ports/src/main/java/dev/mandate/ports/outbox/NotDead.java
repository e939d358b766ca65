package dev.mandate.ports.outbox;

/**
 * There is no dead letter of this number: it was retried or discarded, or never was one.
 *
 * @param number the one asked for
 */
public record NotDead(long number) {}
