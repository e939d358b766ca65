package dev.mandate.ports.refusal;

import io.vavr.control.Option;

/**
 * Why the chain had a transaction fail, as a client reads it.
 *
 * @param code the program's or the runtime's own name for it, in snake case: {@code spending_limit_exceeded}
 * @param message for people
 * @param instruction zero-based, the outer instruction that failed; none if it was the transaction as a whole
 */
public record ChainError(String code, String message, Option<Integer> instruction) {}
