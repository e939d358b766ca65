package dev.mandate.domain.review;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;

/** What an outer instruction of a transaction is to the account that the transaction is for. */
public sealed interface OuterInstruction {

    /** It operates on the account. */
    record Operation() implements OuterInstruction {}

    /** It makes or extends a lookup table, or ends the creation of a nonce account, at the fee payer's cost. */
    record Preparation() implements OuterInstruction {}

    /** It accompanies operations: a compute budget, a token account. */
    record Companion() implements OuterInstruction {}

    /** It advances a durable nonce. */
    record AdvancesNonce(Address nonceAccount, Address authority) implements OuterInstruction {}

    /**
     * It is the first of the two instructions that make a nonce account at the fee payer's cost.
     *
     * @param program that it calls
     * @param lamports that the nonce account gets
     */
    record CreatesNonce(Address program, Address nonceAccount, Address authority, BaseUnits lamports) implements OuterInstruction {}

    /** Anything else. */
    record Foreign(Address program) implements OuterInstruction {}
}
