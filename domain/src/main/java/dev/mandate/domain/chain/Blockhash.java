package dev.mandate.domain.chain;

/**
 * What makes a message fresh: a recent block's hash, or a durable nonce account's stored value. A recent one lives for 150
 * blocks, about a minute; a nonce until it is advanced.
 */
public record Blockhash(Bytes32 bytes) {

    /** The base58 text. */
    @Override
    public String toString() {
        return bytes.toBase58();
    }
}
