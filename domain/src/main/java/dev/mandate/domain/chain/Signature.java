package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.Bytes;

/**
 * A 64-byte Ed25519 signature; as the first of a transaction also that transaction's id. Its text is base58.
 *
 * @param bytes exactly 64
 */
public record Signature(Bytes bytes) {

    public static final int LENGTH = 64;

    /** All zero: the slot of someone who has not signed yet. */
    public static final Signature EMPTY = new Signature(Bytes.of(new byte[LENGTH]));

    public Signature {
        if (bytes.length() != LENGTH) {
            throw new IllegalArgumentException("expected 64 bytes, not " + bytes.length());
        }
    }

    /** The base58 text. */
    @Override
    public String toString() {
        return Base58.encode(bytes.toArray());
    }
}
