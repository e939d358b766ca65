package dev.mandate.ports.program;

/**
 * Why bytes are no transaction.
 *
 * @param detail what is wrong with them, and where
 */
public record ParseRefusal(String detail) {}
