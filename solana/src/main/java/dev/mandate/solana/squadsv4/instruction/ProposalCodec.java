package dev.mandate.solana.squadsv4.instruction;

import static dev.mandate.solana.squadsv4.instruction.AccountRole.CREATOR;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MEMBER;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.MULTISIG;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.PROPOSAL;
import static dev.mandate.solana.squadsv4.instruction.AccountRole.RENT_PAYER;

import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalActivate;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalApprove;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalCancel;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalCancelV2;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.ProposalReject;
import dev.mandate.solana.squadsv4.instruction.ProposalInstruction.Vote;

/** The layouts of {@link ProposalInstruction}. */
final class ProposalCodec {

    private ProposalCodec() {}

    static void encode(ProposalInstruction instruction, InstructionEncoder out) {
        switch (instruction) {
            case ProposalCreate create -> {
                out.readonly(create.multisig());
                out.writable(create.proposal());
                out.signer(create.creator());
                out.writableSigner(create.rentPayer());
                out.systemProgram();
                out.data().u64(create.transactionIndex());
                out.data().bool(create.draft());
            }
            case ProposalActivate activate -> {
                out.readonly(activate.multisig());
                out.writableSigner(activate.member());
                out.writable(activate.proposal());
            }
            case Vote vote -> encodeVote(vote, out);
        }
    }

    static ProposalCreate create(InstructionDecoder in) {
        return in.thenSystemProgram(new ProposalCreate(
                in.readonly(MULTISIG),
                in.writable(PROPOSAL),
                in.signer(CREATOR),
                in.writableSigner(RENT_PAYER),
                in.data().u64(),
                in.data().bool()));
    }

    static ProposalActivate activate(InstructionDecoder in) {
        return new ProposalActivate(in.readonly(MULTISIG), in.writableSigner(MEMBER), in.writable(PROPOSAL));
    }

    private static void encodeVote(Vote vote, InstructionEncoder out) {
        out.readonly(vote.multisig());
        out.writableSigner(vote.member());
        out.writable(vote.proposal());
        out.memo(vote.memo());
        switch (vote) {
            case ProposalApprove approve -> {}
            case ProposalReject reject -> {}
            case ProposalCancel cancel -> {}
            case ProposalCancelV2 cancel -> out.systemProgram();
        }
    }

    static ProposalApprove approve(InstructionDecoder in) {
        return new ProposalApprove(
                in.readonly(MULTISIG), in.writableSigner(MEMBER), in.writable(PROPOSAL), in.memo());
    }

    static ProposalReject reject(InstructionDecoder in) {
        return new ProposalReject(
                in.readonly(MULTISIG), in.writableSigner(MEMBER), in.writable(PROPOSAL), in.memo());
    }

    static ProposalCancel cancel(InstructionDecoder in) {
        return new ProposalCancel(
                in.readonly(MULTISIG), in.writableSigner(MEMBER), in.writable(PROPOSAL), in.memo());
    }

    static ProposalCancelV2 cancelV2(InstructionDecoder in) {
        return in.thenSystemProgram(new ProposalCancelV2(
                in.readonly(MULTISIG), in.writableSigner(MEMBER), in.writable(PROPOSAL), in.memo()));
    }
}
