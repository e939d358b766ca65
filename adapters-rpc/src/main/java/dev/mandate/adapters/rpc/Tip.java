package dev.mandate.adapters.rpc;

/**
 * How far a node has come.
 *
 * @param slot the newest
 * @param height of the newest block
 */
record Tip(long slot, long height) {}
