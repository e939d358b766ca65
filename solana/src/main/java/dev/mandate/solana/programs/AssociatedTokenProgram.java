package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.programs.AssociatedTokenInstruction.Create;
import dev.mandate.solana.programs.AssociatedTokenInstruction.CreateIdempotent;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/** The associated token account program: one well-known token account for each owner and mint. */
public final class AssociatedTokenProgram {

    public static final Address ID = Address.ofConstant("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");

    private static final int CREATE = 0;
    private static final int CREATE_IDEMPOTENT = 1;

    private AssociatedTokenProgram() {}

    /** The token account of {@code owner} for {@code mint}, whether it exists or not. The owner may be off the curve. */
    public static ProgramDerivedAddress account(Address owner, Address mint, TokenProgram tokenProgram) {
        return ProgramDerivedAddress.find(
                ID, owner.toArray(), tokenProgram.id().toArray(), mint.toArray());
    }

    public static Instruction create(Address payer, Address owner, Address mint, TokenProgram tokenProgram) {
        return encode(new Create(payer, owner, mint, tokenProgram));
    }

    /** As {@link #create}, but no error where the account is there already. */
    public static Instruction createIdempotent(Address payer, Address owner, Address mint, TokenProgram tokenProgram) {
        return encode(new CreateIdempotent(payer, owner, mint, tokenProgram));
    }

    public static Instruction encode(AssociatedTokenInstruction instruction) {
        Bytes data = switch (instruction) {
            // The program takes no data for 0, and that is how it has always been written.
            case Create it -> Bytes.EMPTY;
            case CreateIdempotent it -> Bytes.of((byte) CREATE_IDEMPOTENT);
        };
        return new Instruction(
                ID,
                Array.of(
                        AccountMeta.writableSigner(instruction.payer()),
                        AccountMeta.writable(instruction.account().address()),
                        AccountMeta.readonly(instruction.owner()),
                        AccountMeta.readonly(instruction.mint()),
                        AccountMeta.readonly(SystemProgram.ID),
                        AccountMeta.readonly(instruction.tokenProgram().id())),
                data);
    }

    /** What {@code instruction} asks of this program; the account that it makes is checked to be the derived one. */
    public static Either<InstructionProblem, AssociatedTokenInstruction> decode(Instruction instruction) {
        if (instruction.data().length() == 0) {
            return InstructionShape.tag(instruction, ID, 0).flatMap(none -> decode(CREATE, 0, instruction));
        }
        return InstructionShape.tag(instruction, ID, 1).flatMap(tag -> decode(tag, 1, instruction));
    }

    private static Either<InstructionProblem, AssociatedTokenInstruction> decode(
            long tag, int dataLength, Instruction instruction) {
        if (tag != CREATE && tag != CREATE_IDEMPOTENT) {
            return Either.left(new InstructionProblem.UnknownInstruction(tag));
        }
        return InstructionShape.of(instruction, dataLength, 6)
                .flatMap(it -> it.with(4, SystemProgram.ID))
                .flatMap(it -> TokenProgram.at(it.account(5))
                        .<InstructionProblem>toEither(() -> new InstructionProblem.UnexpectedAccount(
                                5, it.account(5), TokenProgram.TOKEN.id()))
                        .<AssociatedTokenInstruction>map(token -> tag == CREATE
                                ? new Create(it.account(0), it.account(2), it.account(3), token)
                                : new CreateIdempotent(it.account(0), it.account(2), it.account(3), token))
                        .flatMap(read -> it.with(1, read.account().address()).map(checked -> read)));
    }
}
