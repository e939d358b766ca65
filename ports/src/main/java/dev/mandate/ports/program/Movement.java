package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.chain.InstructionPosition;

/**
 * SOL or tokens that went from one to another.
 *
 * @param position of the instruction that moved them
 * @param standard who keeps the token
 * @param decimals places between the token and its base unit
 * @param from whose they were: for tokens the owner of the token account; the token account itself where its owner is not known
 * @param to whose they became, likewise
 * @param amount more than zero, in base units, as it left the sender: a fee that the token takes of it arrives elsewhere
 */
public record Movement(
        InstructionPosition position,
        Token token,
        Standard standard,
        int decimals,
        Address from,
        Address to,
        BaseUnits amount) {

    /** Which program keeps a token. */
    public enum Standard {
        /** The chain's own coin. */
        NATIVE,
        SPL_TOKEN,
        TOKEN_2022
    }
}
