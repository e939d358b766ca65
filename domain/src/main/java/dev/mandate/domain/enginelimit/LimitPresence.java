package dev.mandate.domain.enginelimit;

/** Whether a limit was ever seen on the chain. */
public enum LimitPresence {
    /** Its creation was built. */
    BUILT,
    LANDED
}
