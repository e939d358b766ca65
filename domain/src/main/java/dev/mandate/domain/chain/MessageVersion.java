package dev.mandate.domain.chain;

/** The message formats on the network. */
public enum MessageVersion {
    /** The first format: the message contains every key. */
    LEGACY,
    /** Version 0: keys may be loaded from lookup tables. */
    V0,
    /** Version 1 (SIMD-0385): more bytes, every key in the message, and a {@link TransactionConfig}. */
    V1
}
