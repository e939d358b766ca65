package dev.mandate.domain.chain;

/**
 * The value that limits a message's lifetime: a recent block's hash, or a durable nonce account's stored value. A recent
 * blockhash is valid until the chain's block height passes its last valid height, today after 150 blocks (half a minute to a minute); a
 * nonce until it is advanced.
 */
public record Blockhash(Bytes32 bytes) {

    /** Returns the base58 text. */
    @Override
    public String toString() {
        return bytes.toBase58();
    }
}
