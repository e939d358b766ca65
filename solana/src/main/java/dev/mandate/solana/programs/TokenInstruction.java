package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.Unsigned;
import io.vavr.collection.Seq;

/**
 * The instructions of a {@link TokenProgram}. If the authority is a multisignature account of the token program, its cosigners
 * sign. Otherwise there are no cosigners, and the authority signs.
 */
public sealed interface TokenInstruction {

    /** Moves tokens between two token accounts of one mint. */
    record Transfer(Address source, Address destination, Address authority, Seq<Address> cosigners, BaseUnits amount)
            implements TokenInstruction {}

    /**
     * Moves tokens; fails if the mint or its decimals differ from the stated ones.
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
