package dev.mandate.domain.account;

/**
 * A number that cannot be what it is given for.
 *
 * @param value the number
 * @param least the smallest that can
 * @param most the largest that can
 */
public record OutOfRange(long value, long least, long most) {}
