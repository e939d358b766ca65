package dev.mandate.domain.filter;

/**
 * A reason to refuse a transaction.
 *
 * @param rule the id of the filter or of the allowlists; {@code default} for the default, {@code unread} for what cannot be read
 * @param detail a sentence without its full stop
 */
public record FilterViolation(String rule, String detail) {}
