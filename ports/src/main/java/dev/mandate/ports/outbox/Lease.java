package dev.mandate.ports.outbox;

/**
 * The right to settle one message, until somebody else claims it.
 *
 * @param number the message's
 * @param token the fencing token: of two leases of one message the later has the higher. Worth passing on to a receiver that
 *     can refuse older ones.
 */
public record Lease(long number, long token) {}
