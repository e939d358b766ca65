package dev.mandate.solana.wire;

/**
 * Solana's "compact-u16" length: seven bits a byte, lowest first, the top bit set while more follow; one to three bytes. Only
 * the shortest spelling is read, as the network's {@code short_vec} demands.
 */
final class CompactLength {

    static final int MAX = 0xffff;

    private CompactLength() {}

    /** How many bytes {@code length} takes. */
    static int size(int length) {
        if (length > MAX) {
            throw new IllegalArgumentException("a length of " + length + " has no compact form");
        }
        return length < 0x80 ? 1 : length < 0x4000 ? 2 : 3;
    }
}
