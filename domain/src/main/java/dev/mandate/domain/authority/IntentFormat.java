package dev.mandate.domain.authority;

/** The hash that a secp256k1 key signs of a payload's canonical bytes. */
public enum IntentFormat {
    /** SHA-256. */
    SHA256,
    /** Keccak-256 of the prefix of EIP-191, version 0x45, and the bytes: what browser wallets sign. */
    EIP191
}
