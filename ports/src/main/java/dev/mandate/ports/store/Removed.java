package dev.mandate.ports.store;

/**
 * The counts of records that one call of {@link Retention} removed.
 *
 * @param answers idempotency records
 * @param rows rows with an expiry
 */
public record Removed(int answers, int rows) {}
