package dev.mandate.ports.store;

/**
 * What retention removed in one go.
 *
 * @param answers idempotency records
 * @param rows rows with an expiry
 */
public record Removed(int answers, int rows) {}
