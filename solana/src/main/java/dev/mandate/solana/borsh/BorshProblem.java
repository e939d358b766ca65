package dev.mandate.solana.borsh;

/** Why bytes are not the Borsh encoding of what is asked for. Every offset counts from the start of the bytes read. */
public sealed interface BorshProblem {

    /**
     * The bytes end too early; also how a length that promises more than there is shows itself.
     *
     * @param offset where the missing part would start
     * @param needed how many bytes it takes at least
     * @param available how many are left
     */
    record Truncated(int offset, long needed, int available) implements BorshProblem {}

    /**
     * Something follows the content.
     *
     * @param offset where the content ends
     * @param count how many bytes follow
     */
    record TrailingBytes(int offset, int count) implements BorshProblem {}

    /** An optional's tag is neither 0 nor 1. */
    record BadOptionTag(int offset, int tag) implements BorshProblem {}

    /** A truth value is neither 0 nor 1. */
    record BadBool(int offset, int value) implements BorshProblem {}

    /** A variant's tag is above the highest known one. */
    record UnknownVariant(int offset, int tag, int highest) implements BorshProblem {}

    /** A text is not UTF-8. */
    record InvalidUtf8(int offset, int length) implements BorshProblem {}

    /** A list is longer than its kind ever gets. */
    record ListTooLong(int offset, long length, int limit) implements BorshProblem {}
}
