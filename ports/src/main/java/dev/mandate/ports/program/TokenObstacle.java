package dev.mandate.ports.program;

/** Why tokens can't be moved between two token accounts within a spending limit, whatever the limit says. */
public enum TokenObstacle {
    /** Tokens of this mint can't be transferred. */
    NON_TRANSFERABLE,
    /** The mint calls a program at each transfer, whose accounts the use of a limit can't name. */
    TRANSFER_HOOK,
    /** The mint's authority has stopped all transfers. */
    PAUSED,
    /** The mint's authority has stopped the token account. */
    FROZEN,
    /** There is no token account yet, and every new one starts frozen. */
    STARTS_FROZEN,
    /** The token account takes nothing without a memo, which the use of a limit can't put before the transfer. */
    NEEDS_MEMO
}
