package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.programs.AssociatedTokenInstruction.Create;
import dev.mandate.solana.programs.AssociatedTokenInstruction.CreateIdempotent;
import io.vavr.Function4;
import io.vavr.control.Either;

/** The associated token account program: one derived token account for each owner and mint. */
public final class AssociatedTokenProgram {

    public static final Address ID = Address.of("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");

    private static final int CREATE = 0;
    private static final int CREATE_IDEMPOTENT = 1;

    private AssociatedTokenProgram() {}

    /** Derives the token account of {@code owner} for {@code mint}. The account need not exist. The owner may lie off the curve. */
    public static ProgramDerivedAddress account(Address owner, Address mint, TokenProgram tokenProgram) {
        return ProgramDerivedAddress.find(
                ID, owner.toArray(), tokenProgram.id().toArray(), mint.toArray());
    }

    public static Instruction create(Address payer, Address owner, Address mint, TokenProgram tokenProgram) {
        return encode(new Create(payer, owner, mint, tokenProgram));
    }

    /** Like {@link #create}, but succeeds if the account exists. */
    public static Instruction createIdempotent(Address payer, Address owner, Address mint, TokenProgram tokenProgram) {
        return encode(new CreateIdempotent(payer, owner, mint, tokenProgram));
    }

    public static Instruction encode(AssociatedTokenInstruction instruction) {
        return InstructionWriter.write(ID, out -> {
            out.writableSigner(instruction.payer());
            out.writable(instruction.account().address());
            out.readonly(instruction.owner());
            out.readonly(instruction.mint());
            out.systemProgram();
            out.readonly(instruction.tokenProgram().id());
            switch (instruction) {
                // The program accepts empty data as CREATE; clients have always written it so.
                case Create it -> {}
                case CreateIdempotent it -> out.data().u8(CREATE_IDEMPOTENT);
            }
        });
    }

    /** Decodes an instruction of this program. Refuses it if the created account is not the derived one. */
    public static Either<InstructionProblem, AssociatedTokenInstruction> decode(Instruction instruction) {
        return InstructionReader.of(instruction, ID).flatMap(in -> {
            int tag = instruction.data().length() == 0 ? CREATE : in.data().u8();
            return switch (tag) {
                case CREATE -> read(in, Create::new);
                case CREATE_IDEMPOTENT -> read(in, CreateIdempotent::new);
                default -> in.unknown();
            };
        });
    }

    private static Either<InstructionProblem, AssociatedTokenInstruction> read(
            InstructionReader in, Function4<Address, Address, Address, TokenProgram, AssociatedTokenInstruction> create) {
        Address payer = in.account();
        Address account = in.account();
        Address owner = in.account();
        Address mint = in.account();
        in.systemProgram();
        Address program = in.account();
        return in.finish(program).flatMap(read -> TokenProgram.at(program)
                .<InstructionProblem>toEither(
                        () -> new InstructionProblem.WrongAccount(5, TokenProgram.TOKEN.id(), program))
                .map(token -> create.apply(payer, owner, mint, token))
                .filterOrElse(
                        made -> made.account().address().equals(account),
                        made -> new InstructionProblem.WrongAccount(1, made.account().address(), account)));
    }
}
