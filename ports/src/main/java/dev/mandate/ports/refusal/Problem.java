package dev.mandate.ports.refusal;

/**
 * One problem of a request.
 *
 * @param field the field at fault, by its name in the HTTP interface: {@code threshold}, {@code smart_account_signers[1].address}, a header, a
 *     query parameter; {@code signatures[0]} and {@code idempotency_key} are arguments of {@code submit}; empty if it is the request as a whole
 * @param message names the rule and the facts; never repeats a value that may be secret
 */
public record Problem(String field, ErrorCode code, String message) {}
