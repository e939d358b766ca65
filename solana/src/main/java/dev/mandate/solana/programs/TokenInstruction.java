package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.Unsigned;
import io.vavr.collection.Seq;

/**
 * What a {@link TokenProgram} is asked to do. Where the authority is one of the token program's own multisignature accounts, its
 * cosigners sign in its place; otherwise there are none and the authority itself signs.
 */
public sealed interface TokenInstruction {

    /** Moves tokens between two token accounts of one mint. */
    record Transfer(Address source, Address destination, Address authority, Seq<Address> cosigners, BaseUnits amount)
            implements TokenInstruction {}

    /**
     * Moves tokens, if the mint and its decimal places are as stated.
     *
     * @param decimals 0 to 255
     */
    record TransferChecked(
            Address source,
            Address mint,
            Address destination,
            Address authority,
            Seq<Address> cosigners,
            BaseUnits amount,
            int decimals)
            implements TokenInstruction {
        public TransferChecked {
            Unsigned.requireU8(decimals);
        }
    }
}
