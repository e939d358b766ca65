package dev.mandate.ports.program;

/**
 * Why bytes are not a transaction.
 *
 * @param detail the fault and its place
 */
public record ParseRefusal(String detail) {}
