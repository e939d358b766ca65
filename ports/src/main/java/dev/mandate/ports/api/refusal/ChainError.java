package dev.mandate.ports.api.refusal;

import io.vavr.control.Option;

/**
 * The reason for which the chain failed a transaction.
 *
 * @param code the program's or the runtime's own name for it, in snake case: {@code spending_limit_exceeded}
 * @param message a sentence for people
 * @param instruction zero-based, the outer instruction that failed; none if it was the transaction as a whole
 */
public record ChainError(String code, String message, Option<Integer> instruction) {}
