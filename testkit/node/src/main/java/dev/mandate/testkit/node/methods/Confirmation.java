package dev.mandate.testkit.node.methods;

/** When a node calls a landed transaction confirmed. */
public enum Confirmation {
    AT_ONCE,
    /** Never: everything that landed stays processed. */
    HELD_BACK
}
