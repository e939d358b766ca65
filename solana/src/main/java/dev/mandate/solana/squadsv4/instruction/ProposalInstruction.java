package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/** Opens the vote on a prepared transaction, and votes. */
public sealed interface ProposalInstruction extends SquadsInstruction {

    /**
     * Opens the vote on a transaction.
     *
     * @param proposal writable: the account to be
     * @param creator signer
     * @param rentPayer writable signer
     * @param transactionIndex unsigned 64 bits
     * @param draft whether votes wait for an activation
     */
    record ProposalCreate(
            Address multisig, Address proposal, Address creator, Address rentPayer, long transactionIndex, boolean draft)
            implements ProposalInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.PROPOSAL_CREATE;
        }
    }

    /**
     * Lets the votes on a draft begin.
     *
     * @param member writable signer
     * @param proposal writable
     */
    record ProposalActivate(Address multisig, Address member, Address proposal) implements ProposalInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.PROPOSAL_ACTIVATE;
        }
    }

    /** One member's vote: {@code member} is a writable signer, {@code proposal} writable. */
    sealed interface Vote extends ProposalInstruction {
        @Override
        Address multisig();

        Address member();

        Address proposal();

        Option<String> memo();
    }

    record ProposalApprove(Address multisig, Address member, Address proposal, Option<String> memo) implements Vote {
        @Override
        public InstructionType type() {
            return InstructionType.PROPOSAL_APPROVE;
        }
    }

    record ProposalReject(Address multisig, Address member, Address proposal, Option<String> memo) implements Vote {
        @Override
        public InstructionType type() {
            return InstructionType.PROPOSAL_REJECT;
        }
    }

    /** The older form: it fails where the proposal's account has no room for one more vote. Read, but better not sent. */
    record ProposalCancel(Address multisig, Address member, Address proposal, Option<String> memo) implements Vote {
        @Override
        public InstructionType type() {
            return InstructionType.PROPOSAL_CANCEL;
        }
    }

    /** Lets the account grow where it must; the member pays for it. */
    record ProposalCancelV2(Address multisig, Address member, Address proposal, Option<String> memo) implements Vote {
        @Override
        public InstructionType type() {
            return InstructionType.PROPOSAL_CANCEL_V2;
        }
    }
}
