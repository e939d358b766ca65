package dev.mandate.ports.api.custody;

/** The format of the transactions that are built. */
public enum TransactionVersion {
    /** Legacy, or version 0 where a lookup table makes it shorter: up to 1,232 bytes. Every wallet can sign it. */
    LEGACY_OR_V0,
    /** Version 1: up to 4,096 bytes and 12 signatures, without lookup tables. Not every wallet can sign it yet. */
    V1
}
