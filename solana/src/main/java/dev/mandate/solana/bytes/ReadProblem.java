package dev.mandate.solana.bytes;

/** Why bytes cannot be read. Every offset counts from the start of the bytes read. */
public sealed interface ReadProblem {

    /**
     * The bytes end too early, or a length is larger than what follows.
     *
     * @param offset where the missing part would start; for a list, its first element
     * @param needed how many bytes it takes at least
     * @param available how many are left
     */
    record Truncated(int offset, long needed, int available) implements ReadProblem {}

    /**
     * Something follows the content.
     *
     * @param offset where the content ends
     * @param count how many bytes follow
     */
    record TrailingBytes(int offset, int count) implements ReadProblem {}

    /**
     * A number that stands for a kind, a state, a truth value or an optional, and is above the highest known one.
     *
     * @param tag unsigned
     */
    record UnknownTag(int offset, long tag, int highest) implements ReadProblem {}

    /** A text is not UTF-8. */
    record InvalidUtf8(int offset, int length) implements ReadProblem {}

    /** A list is longer than its kind ever gets. */
    record ListTooLong(int offset, long length, int limit) implements ReadProblem {}

    /** A compact length takes more bytes than it needs. */
    record NonCanonicalLength(int offset) implements ReadProblem {}

    /** A compact length is above 65,535. */
    record LengthAboveRange(int offset) implements ReadProblem {}
}
