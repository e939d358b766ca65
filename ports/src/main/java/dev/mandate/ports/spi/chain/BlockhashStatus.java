package dev.mandate.ports.spi.chain;

/** Whether a node knows a blockhash. */
public enum BlockhashStatus {
    /** It is recent: a transaction with it can land. */
    VALID,
    /** It is dead, or the node does not know it yet. */
    UNKNOWN
}
