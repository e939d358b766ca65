package dev.mandate.ports.spi.program;

/**
 * Why bytes are not a transaction.
 *
 * @param detail the fault and its place
 */
public record ParseRefusal(String detail) {}
