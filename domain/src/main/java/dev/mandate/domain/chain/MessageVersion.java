package dev.mandate.domain.chain;

/** The message formats on the network. */
public enum MessageVersion {
    /** The first format: the message contains every key. */
    LEGACY,
    /** Version 0: keys may be loaded from lookup tables. */
    V0
}
