package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;

/**
 * Room on the chain that an operation takes, which costs rent.
 *
 * @param kind its use
 * @param account that takes it
 * @param lengthBefore bytes of data before, 0 for a new account
 * @param lengthAfter bytes of data after
 */
public record NewStorage(Kind kind, Address account, int lengthBefore, int lengthAfter) {

    /** The use of the room. */
    public enum Kind {
        SETTINGS,
        TRANSACTION,
        PROPOSAL,
        SPENDING_LIMIT,
        TOKEN_ACCOUNT,
        TRANSACTION_BUFFER,
        LOOKUP_TABLE,
        NONCE_ACCOUNT
    }
}
