package dev.mandate.testkit.node;

/** What a node's WebSocket notifies of. */
public enum Notices {
    /** What happens on the chain. */
    OF_THE_CHAIN,
    /** What the test says, by {@link SolanaTestNode#pubSub}, whether it happened or not. */
    BY_HAND,
    /** The node has no WebSocket. */
    NONE
}
