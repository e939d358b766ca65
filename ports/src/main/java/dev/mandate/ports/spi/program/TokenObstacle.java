package dev.mandate.ports.spi.program;

/** Why a spending limit cannot move tokens between two token accounts, independent of its terms. */
public enum TokenObstacle {
    /** Tokens of this mint can't be transferred. */
    NON_TRANSFERABLE,
    /** The mint calls a program at each transfer. The instruction for a limit cannot name that program's accounts. */
    TRANSFER_HOOK,
    /** The mint's authority has stopped all transfers. */
    PAUSED,
    /** The mint's authority has stopped the token account. */
    FROZEN,
    /** There is no token account yet, and every new one starts frozen. */
    STARTS_FROZEN,
    /** The token account accepts only transfers with a memo, and the instruction for a limit cannot put one before the transfer. */
    NEEDS_MEMO
}
