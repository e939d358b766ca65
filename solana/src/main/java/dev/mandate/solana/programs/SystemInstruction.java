package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/** What {@link SystemProgram} is asked to do. Amounts are lamports. */
public sealed interface SystemInstruction {

    /**
     * Makes an account; both addresses sign.
     *
     * @param space of its data, in bytes, as an unsigned number
     * @param owner the program that it belongs to
     */
    record CreateAccount(Address payer, Address account, BaseUnits lamports, long space, Address owner)
            implements SystemInstruction {}

    /** Moves lamports; the sender signs. */
    record Transfer(Address from, Address to, BaseUnits lamports) implements SystemInstruction {}

    /** Gives a nonce account its next value; its authority signs. */
    record AdvanceNonce(Address nonceAccount, Address authority) implements SystemInstruction {}

    /** Takes lamports out of a nonce account; its authority signs. */
    record WithdrawNonce(Address nonceAccount, Address to, Address authority, BaseUnits lamports)
            implements SystemInstruction {}

    /** Makes a new account a nonce account, for {@code authority} to advance. */
    record InitializeNonce(Address nonceAccount, Address authority) implements SystemInstruction {}
}
