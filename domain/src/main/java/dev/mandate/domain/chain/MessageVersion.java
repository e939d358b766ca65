package dev.mandate.domain.chain;

/** The message formats that exist on the network. */
public enum MessageVersion {
    /** The first format: every key stands in the message. */
    LEGACY,
    /** Version 0: keys may be loaded from lookup tables. */
    V0
}
