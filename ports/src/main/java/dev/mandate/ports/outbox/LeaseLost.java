package dev.mandate.ports.outbox;

/**
 * A lease is no longer worth anything: somebody else has claimed the message since, or it was settled.
 *
 * @param lease the worthless one
 */
public record LeaseLost(Lease lease) {}
