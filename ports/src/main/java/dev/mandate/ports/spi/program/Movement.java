package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.chain.InstructionPosition;

/**
 * SOL or tokens that moved from one address to another.
 *
 * @param position of the instruction that moved them
 * @param standard the program that keeps the token
 * @param decimals places between the token and its base unit
 * @param from the previous owner: for tokens the owner of the token account, or the token account itself if its owner is not known
 * @param to the new owner, likewise
 * @param amount more than zero, in base units, as it left the sender: a transfer fee of the token is not deducted
 */
public record Movement(
        InstructionPosition position,
        Token token,
        Standard standard,
        int decimals,
        Address from,
        Address to,
        BaseUnits amount) {

    /** The program that keeps a token. */
    public enum Standard {
        /** The chain's own coin. */
        NATIVE,
        SPL_TOKEN,
        TOKEN_2022
    }
}
