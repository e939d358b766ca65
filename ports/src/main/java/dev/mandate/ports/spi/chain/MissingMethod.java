package dev.mandate.ports.spi.chain;

/**
 * A method of a node's interface that a source does not offer.
 *
 * @param method its name, or that of a feature such as {@code batch}
 * @param effect what does not work then, where no other source offers it
 */
public record MissingMethod(String method, String effect) {}
