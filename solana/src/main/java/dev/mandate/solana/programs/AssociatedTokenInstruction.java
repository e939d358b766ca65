package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.address.ProgramDerivedAddress;

/** What {@link AssociatedTokenProgram} is asked to do. */
public sealed interface AssociatedTokenInstruction {

    Address payer();

    Address owner();

    Address mint();

    TokenProgram tokenProgram();

    /** Makes the owner's token account for a mint; fails if it is there already. */
    record Create(Address payer, Address owner, Address mint, TokenProgram tokenProgram)
            implements AssociatedTokenInstruction {}

    /** Makes it if it is not there yet. */
    record CreateIdempotent(Address payer, Address owner, Address mint, TokenProgram tokenProgram)
            implements AssociatedTokenInstruction {}

    /** The token account in question: {@code owner}'s for {@code mint}. */
    default ProgramDerivedAddress account() {
        return AssociatedTokenProgram.account(owner(), mint(), tokenProgram());
    }
}
