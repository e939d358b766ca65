package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import io.vavr.control.Option;

/**
 * Creates the proposal of a transaction.
 *
 * @param proposal the new account
 * @param transactionIndex unsigned 64 bits
 * @param draft whether members can vote only after an activation
 */
public record ProposalCreate(
        SettingsAddress multisig, Address proposal, Address creator, Address rentPayer, long transactionIndex, boolean draft)
        implements SquadsInstruction {

    static ProposalCreate read(InstructionReader in) {
        ProposalCreate create = new ProposalCreate(
                new SettingsAddress(in.account()), in.writable(), in.signer(), in.writableSigner(), in.data().u64(), in.data().bool());
        in.systemProgram();
        return create;
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.writable(proposal);
        out.signer(creator);
        out.writableSigner(rentPayer);
        out.systemProgram();
        out.data().u64(transactionIndex);
        out.data().bool(draft);
    }

    @Override
    public InstructionType type() {
        return InstructionType.PROPOSAL_CREATE;
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        return Option.some(new LifeCycleInstruction.Propose(multisig, creator, proposal, transactionIndex));
    }
}
