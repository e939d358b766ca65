package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.chain.InstructionPosition;

/**
 * SOL or tokens that moved from one address to another.
 *
 * @param position of the instruction that moved them; behind the last instruction if only the balances tell of it
 * @param standard the program that keeps the token
 * @param decimals places between the token and its base unit
 * @param from the previous owner: for tokens the owner of the token account, or the token account itself if its owner is not known; the mint where
 *     tokens were made, or where nobody else is known to have lost as much
 * @param to the new owner, likewise
 * @param amount more than zero, in base units, as it left the account or came in: a fee that the token takes does not come in
 */
public record Movement(
        InstructionPosition position,
        Token token,
        Standard standard,
        int decimals,
        Address from,
        Address to,
        BaseUnits amount) {

    /** The same movement of another amount. */
    public Movement with(BaseUnits other) {
        return new Movement(position, token, standard, decimals, from, to, other);
    }

    /** The program that keeps a token. */
    public enum Standard {
        /** The chain's own coin. */
        NATIVE,
        SPL_TOKEN,
        TOKEN_2022
    }
}
