package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.solana.programs.InstructionReader;
import dev.mandate.solana.programs.InstructionWriter;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * One member's vote. Covers four instructions that differ only in the kind of vote.
 *
 * @param alsoSigning further signer accounts. The program takes and ignores them; the runtime requires their signatures
 */
public record ProposalVote(
        Kind kind, SettingsAddress multisig, Address member, Address proposal, Array<Address> alsoSigning, Option<String> memo)
        implements SquadsInstruction {

    /** Nobody else signs for it. */
    public ProposalVote(Kind kind, SettingsAddress multisig, Address member, Address proposal, Option<String> memo) {
        this(kind, multisig, member, proposal, Array.empty(), memo);
    }

    /** The kind of vote. */
    public enum Kind {
        APPROVE,
        REJECT,
        /** Fails if the proposal's account has no room for one more vote. Decoded, but never built here. */
        CANCEL,
        /** Grows the account if necessary; the member pays. */
        CANCEL_V2
    }

    static ProposalVote read(Kind kind, InstructionReader in) {
        SettingsAddress multisig = new SettingsAddress(in.account());
        Address member = in.writableSigner();
        Address proposal = in.writable();
        if (kind == Kind.CANCEL_V2) {
            in.systemProgram();
        }
        return new ProposalVote(kind, multisig, member, proposal, in.remainingSigners(), in.memo());
    }

    @Override
    public void write(InstructionWriter out) {
        out.readonly(multisig.address());
        out.writableSigner(member);
        out.writable(proposal);
        if (kind == Kind.CANCEL_V2) {
            out.systemProgram();
        }
        alsoSigning.forEach(out::signer);
        out.memo(memo);
    }

    @Override
    public InstructionType type() {
        return switch (kind) {
            case APPROVE -> InstructionType.PROPOSAL_APPROVE;
            case REJECT -> InstructionType.PROPOSAL_REJECT;
            case CANCEL -> InstructionType.PROPOSAL_CANCEL;
            case CANCEL_V2 -> InstructionType.PROPOSAL_CANCEL_V2;
        };
    }

    @Override
    public Option<LifeCycleInstruction> lifeCycle(SquadsAddresses addresses) {
        Vote vote = switch (kind) {
            case APPROVE -> Vote.APPROVE;
            case REJECT -> Vote.REJECT;
            case CANCEL, CANCEL_V2 -> Vote.CANCEL;
        };
        return Option.some(new LifeCycleInstruction.CastVote(multisig, member, vote, proposal, memo));
    }
}
