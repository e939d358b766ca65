package dev.mandate.solana.bytes;

/** Why bytes cannot be read. Offsets count from the start of the bytes. */
public sealed interface ReadProblem {

    /**
     * The bytes end too early, or a length exceeds the bytes that follow.
     *
     * @param offset where the missing part would start; for a list, its first element
     * @param needed the least number of bytes that the part needs
     * @param available the number of bytes left
     */
    record Truncated(int offset, long needed, int available) implements ReadProblem {}

    /**
     * More bytes follow the content.
     *
     * @param offset where the content ends
     * @param count the number of bytes that follow
     */
    record TrailingBytes(int offset, int count) implements ReadProblem {}

    /**
     * A tag (of a kind, a state, a boolean or an option) exceeds the highest known one.
     *
     * @param tag unsigned
     */
    record UnknownTag(int offset, long tag, int highest) implements ReadProblem {}

    /** A string is not UTF-8. */
    record InvalidUtf8(int offset, int length) implements ReadProblem {}

    /** A list is longer than its format allows. */
    record ListTooLong(int offset, long length, int limit) implements ReadProblem {}

    /** A compact length uses more bytes than it needs. */
    record NonCanonicalLength(int offset) implements ReadProblem {}

    /** A compact length exceeds 65,535. */
    record LengthAboveRange(int offset) implements ReadProblem {}
}
