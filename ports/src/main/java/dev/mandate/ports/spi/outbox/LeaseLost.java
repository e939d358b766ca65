package dev.mandate.ports.spi.outbox;

/**
 * A lease is no longer valid: another worker has claimed the message, or the lease has settled it, as delivered, failed or buried.
 *
 * @param lease the invalid one
 */
public record LeaseLost(Lease lease) {}
