package dev.mandate.domain.enginelimit;

/** Why a limit is over. */
public enum Ending {
    /** Its only use has landed. */
    USED,
    EXPIRED,
    /** It was removed or replaced on the chain, or never created there. */
    REMOVED
}
