package dev.mandate.ports.spi.chain;

import dev.mandate.domain.kernel.Bytes;

/**
 * Bytes that an account's data must contain to be found.
 *
 * @param offset in bytes from the start of the data
 * @param bytes at most 128, which is the limit of nodes
 */
public record DataMatch(int offset, Bytes bytes) {

    public static final int MAX_BYTES = 128;

    public DataMatch {
        if (offset < 0 || bytes.length() > MAX_BYTES) {
            throw new IllegalArgumentException("offset " + offset + ", " + bytes.length() + " bytes");
        }
    }

    /** Whether {@code data} holds it. */
    public boolean isIn(Bytes data) {
        return data.length() - bytes.length() >= offset
                && data.slice(offset, bytes.length()).equals(bytes);
    }
}
