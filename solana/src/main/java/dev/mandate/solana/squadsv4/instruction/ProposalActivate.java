package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;

/** Activates a draft, so that members can vote. */
public record ProposalActivate(SettingsAddress multisig, Address member, Address proposal) implements SquadsInstruction {

    static ProposalActivate read(InstructionReader in) {
        return new ProposalActivate(new SettingsAddress(in.account()), in.writableSigner(), in.writable());
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.writableSigner(member);
        out.writable(proposal);
    }

    @Override
    public InstructionType type() {
        return InstructionType.PROPOSAL_ACTIVATE;
    }
}
