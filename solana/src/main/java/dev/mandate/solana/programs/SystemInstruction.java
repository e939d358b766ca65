package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/** The instructions of {@link SystemProgram}. Amounts are lamports. */
public sealed interface SystemInstruction {

    /**
     * Creates an account; payer and account sign.
     *
     * @param space the size of its data in bytes, unsigned
     * @param owner the program that owns the account
     */
    record CreateAccount(Address payer, Address account, BaseUnits lamports, long space, Address owner)
            implements SystemInstruction {}

    /** Moves lamports; the sender signs. */
    record Transfer(Address from, Address to, BaseUnits lamports) implements SystemInstruction {}

    /** Advances a nonce account to its next value; its authority signs. */
    record AdvanceNonce(Address nonceAccount, Address authority) implements SystemInstruction {}

    /** Withdraws lamports from a nonce account; its authority signs. */
    record WithdrawNonce(Address nonceAccount, Address to, Address authority, BaseUnits lamports)
            implements SystemInstruction {}

    /** Turns a new account into a nonce account that {@code authority} may advance. */
    record InitializeNonce(Address nonceAccount, Address authority) implements SystemInstruction {}
}
