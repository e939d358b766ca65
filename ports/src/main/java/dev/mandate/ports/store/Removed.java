package dev.mandate.ports.store;

/**
 * The counts of one removal by retention.
 *
 * @param answers idempotency records
 * @param rows rows with an expiry
 */
public record Removed(int answers, int rows) {}
