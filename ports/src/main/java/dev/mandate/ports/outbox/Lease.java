package dev.mandate.ports.outbox;

/**
 * The right to settle one message until another worker claims it.
 *
 * @param number the message's
 * @param token the fencing token: a later lease of the message has a higher one. Pass it on to receivers that
 *     can refuse older ones.
 */
public record Lease(long number, long token) {}
