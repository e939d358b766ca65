package dev.mandate.domain.account;

/**
 * A number outside its range.
 *
 * @param value the number
 * @param least the minimum
 * @param most the maximum
 */
public record OutOfRange(long value, long least, long most) {}
