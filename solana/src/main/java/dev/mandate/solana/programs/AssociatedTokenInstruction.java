package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.address.ProgramDerivedAddress;

/** The instructions of {@link AssociatedTokenProgram}. */
public sealed interface AssociatedTokenInstruction {

    Address payer();

    Address owner();

    Address mint();

    TokenProgram tokenProgram();

    /** Creates the owner's token account for a mint; fails if the account exists. */
    record Create(Address payer, Address owner, Address mint, TokenProgram tokenProgram)
            implements AssociatedTokenInstruction {}

    /** Creates the token account unless it exists. */
    record CreateIdempotent(Address payer, Address owner, Address mint, TokenProgram tokenProgram)
            implements AssociatedTokenInstruction {}

    /** Returns the derived token account of {@code owner} for {@code mint}. */
    default ProgramDerivedAddress account() {
        return AssociatedTokenProgram.account(owner(), mint(), tokenProgram());
    }
}
