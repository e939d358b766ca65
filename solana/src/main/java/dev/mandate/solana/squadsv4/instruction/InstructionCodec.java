package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Between the program's instructions and what stands in a transaction.
 *
 * <p>Decoding is strict: whatever it accepts encodes to the same data and the same addresses in the same order. It accepts accounts
 * with more rights than the program asks for, and the encoding gives the rights that it asks for. It is stricter than the program
 * in two respects: the program ignores bytes after the arguments, and accounts after its own.
 *
 * @param program the deployed program, {@link SquadsV4#PROGRAM} on the public networks
 */
public record InstructionCodec(Address program) {

    /** That of the public deployment. */
    public static final InstructionCodec V4 = new InstructionCodec(SquadsV4.PROGRAM);

    /**
     * The instruction as a transaction holds it.
     *
     * @throws IllegalArgumentException if an optional account is the program itself, which on the wire means none, or if a memo holds
     *     half of a surrogate pair
     */
    public Instruction encode(SquadsInstruction instruction) {
        InstructionEncoder out = new InstructionEncoder(program, instruction.type());
        switch (instruction) {
            case MultisigInstruction multisig -> MultisigCodec.encode(multisig, out);
            case TransactionInstruction transaction -> TransactionCodec.encode(transaction, out);
            case BufferInstruction buffer -> BufferCodec.encode(buffer, out);
            case ProposalInstruction proposal -> ProposalCodec.encode(proposal, out);
            case SpendingLimitInstruction limit -> SpendingLimitCodec.encode(limit, out);
        }
        return out.toInstruction();
    }

    /** What the instruction says, or why it says nothing. */
    public Either<SquadsInstructionProblem, SquadsInstruction> decode(Instruction instruction) {
        if (!instruction.program().equals(program)) {
            return Either.left(new SquadsInstructionProblem.OtherProgram(instruction.program()));
        }
        Bytes data = instruction.data();
        if (data.length() < Long.BYTES) {
            return Either.left(new SquadsInstructionProblem.NoDiscriminator(data.length()));
        }
        BorshReader arguments = new BorshReader(data);
        Option<InstructionType> type = InstructionType.of(arguments.discriminator());
        if (type.isEmpty()) {
            return Either.left(
                    new SquadsInstructionProblem.UnknownDiscriminator(data.slice(0, Long.BYTES)));
        }
        InstructionDecoder in = new InstructionDecoder(type.get(), instruction, arguments);
        return in.finish(decode(type.get(), in));
    }

    private static SquadsInstruction decode(InstructionType type, InstructionDecoder in) {
        return switch (type) {
            case MULTISIG_CREATE_V2 -> MultisigCodec.create(in);
            case MULTISIG_ADD_MEMBER -> MultisigCodec.addMember(in);
            case MULTISIG_REMOVE_MEMBER -> MultisigCodec.removeMember(in);
            case MULTISIG_CHANGE_THRESHOLD -> MultisigCodec.changeThreshold(in);
            case MULTISIG_SET_TIME_LOCK -> MultisigCodec.setTimeLock(in);
            case MULTISIG_SET_CONFIG_AUTHORITY -> MultisigCodec.setConfigAuthority(in);
            case MULTISIG_SET_RENT_COLLECTOR -> MultisigCodec.setRentCollector(in);
            case MULTISIG_ADD_SPENDING_LIMIT -> SpendingLimitCodec.add(in);
            case MULTISIG_REMOVE_SPENDING_LIMIT -> SpendingLimitCodec.remove(in);
            case SPENDING_LIMIT_USE -> SpendingLimitCodec.use(in);
            case CONFIG_TRANSACTION_CREATE -> TransactionCodec.configCreate(in);
            case CONFIG_TRANSACTION_EXECUTE -> TransactionCodec.configExecute(in);
            case CONFIG_TRANSACTION_ACCOUNTS_CLOSE -> TransactionCodec.configClose(in);
            case VAULT_TRANSACTION_CREATE -> TransactionCodec.vaultCreate(in);
            case VAULT_TRANSACTION_CREATE_FROM_BUFFER -> TransactionCodec.vaultCreateFromBuffer(in);
            case VAULT_TRANSACTION_EXECUTE -> TransactionCodec.vaultExecute(in);
            case VAULT_TRANSACTION_ACCOUNTS_CLOSE -> TransactionCodec.vaultClose(in);
            case TRANSACTION_BUFFER_CREATE -> BufferCodec.create(in);
            case TRANSACTION_BUFFER_EXTEND -> BufferCodec.extend(in);
            case TRANSACTION_BUFFER_CLOSE -> BufferCodec.close(in);
            case PROPOSAL_CREATE -> ProposalCodec.create(in);
            case PROPOSAL_ACTIVATE -> ProposalCodec.activate(in);
            case PROPOSAL_APPROVE -> ProposalCodec.approve(in);
            case PROPOSAL_REJECT -> ProposalCodec.reject(in);
            case PROPOSAL_CANCEL -> ProposalCodec.cancel(in);
            case PROPOSAL_CANCEL_V2 -> ProposalCodec.cancelV2(in);
        };
    }
}
