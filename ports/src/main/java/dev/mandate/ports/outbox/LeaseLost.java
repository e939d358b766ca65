package dev.mandate.ports.outbox;

/**
 * A lease is no longer valid: another worker has claimed the message, or the message is settled.
 *
 * @param lease the invalid one
 */
public record LeaseLost(Lease lease) {}
