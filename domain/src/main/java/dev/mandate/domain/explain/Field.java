package dev.mandate.domain.explain;

/**
 * A named part of a decoded instruction: an account in its role, or an argument.
 *
 * @param name in snake_case, as the program names it
 */
public record Field(String name, FieldValue value) {}
