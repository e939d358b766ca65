package dev.mandate.ports.refusal;

/**
 * One thing that is wrong with a request.
 *
 * @param field where: {@code threshold}, {@code smart_account_signers[1].address}, a header, a query parameter; empty for the
 *     request as a whole
 * @param message for people: names the rule and the facts, and never repeats what may be secret
 */
public record Problem(String field, ErrorCode code, String message) {

    /** Of how many an answer tells: whoever sends more that is wrong gets no answer many times as long as the request. */
    public static final int MOST_TOLD = 100;

    /** Whether it is of {@code whole}, or of something that stands in it. */
    public boolean isWithin(String whole) {
        return field.equals(whole) || field.startsWith(whole + ".") || field.startsWith(whole + "[");
    }
}
