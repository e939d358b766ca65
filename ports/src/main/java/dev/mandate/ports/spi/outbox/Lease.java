package dev.mandate.ports.spi.outbox;

/**
 * The right to settle one message once, as delivered, failed or buried, until another worker claims it.
 *
 * @param number the number of the message
 * @param token the fencing token: a later lease of the message has a higher one. Pass it to receivers that can refuse older
 *     tokens.
 */
public record Lease(long number, long token) {}
