package dev.mandate.ports.refusal;

/**
 * One problem of a request.
 *
 * @param field the field at fault: {@code threshold}, {@code smart_account_signers[1].address}, a header, a query parameter; empty if it is
 *     the request as a whole
 * @param message names the rule and the facts; never repeats a value that may be secret
 */
public record Problem(String field, ErrorCode code, String message) {}
