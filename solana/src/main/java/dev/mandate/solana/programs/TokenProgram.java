package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.TokenInstruction.Transfer;
import dev.mandate.solana.programs.TokenInstruction.TransferChecked;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The two SPL token programs, which share these instructions and layouts. Data is a one-byte number and the arguments,
 * little-endian. Token-2022 refuses the unchecked transfer for mints with a transfer fee or hook.
 */
public enum TokenProgram {
    TOKEN,
    TOKEN_2022;

    private static final Address TOKEN_ID = Address.ofConstant("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
    private static final Address TOKEN_2022_ID = Address.ofConstant("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

    private static final int TRANSFER = 3;
    private static final int TRANSFER_CHECKED = 12;

    public Address id() {
        return switch (this) {
            case TOKEN -> TOKEN_ID;
            case TOKEN_2022 -> TOKEN_2022_ID;
        };
    }

    /** The program at {@code address}, if it is one of the two. */
    public static Option<TokenProgram> at(Address address) {
        return address.equals(TOKEN_ID)
                ? Option.some(TOKEN)
                : address.equals(TOKEN_2022_ID) ? Option.some(TOKEN_2022) : Option.none();
    }

    public Instruction transfer(Address source, Address destination, Address authority, BaseUnits amount) {
        return encode(new Transfer(source, destination, authority, Array.empty(), amount));
    }

    /** A transfer that fails where the mint's decimal places are others. */
    public Instruction transferChecked(
            Address source, Address mint, Address destination, Address authority, BaseUnits amount, int decimals) {
        return encode(new TransferChecked(source, mint, destination, authority, Array.empty(), amount, decimals));
    }

    public Instruction encode(TokenInstruction instruction) {
        return switch (instruction) {
            case Transfer it ->
                new Instruction(
                        id(),
                        Array.of(AccountMeta.writable(it.source()), AccountMeta.writable(it.destination()))
                                .appendAll(authority(it.authority(), it.cosigners())),
                        InstructionShape.written(
                                InstructionShape.allocate(9).put((byte) TRANSFER).putLong(it.amount().bits())));
            case TransferChecked it ->
                new Instruction(
                        id(),
                        Array.of(
                                        AccountMeta.writable(it.source()),
                                        AccountMeta.readonly(it.mint()),
                                        AccountMeta.writable(it.destination()))
                                .appendAll(authority(it.authority(), it.cosigners())),
                        InstructionShape.written(InstructionShape.allocate(10)
                                .put((byte) TRANSFER_CHECKED)
                                .putLong(it.amount().bits())
                                .put((byte) it.decimals())));
        };
    }

    /** What {@code instruction} asks of this program. */
    public Either<InstructionProblem, TokenInstruction> decode(Instruction instruction) {
        return InstructionShape.tag(instruction, id(), 1).flatMap(tag -> decode(tag, instruction));
    }

    private static Either<InstructionProblem, TokenInstruction> decode(long tag, Instruction instruction) {
        return switch ((int) tag) {
            case TRANSFER ->
                InstructionShape.ofAtLeast(instruction, 9, 3)
                        .map(it -> new Transfer(
                                it.account(0),
                                it.account(1),
                                it.account(2),
                                cosigners(instruction, 3),
                                BaseUnits.ofUnsignedBits(it.u64(1))));
            case TRANSFER_CHECKED ->
                InstructionShape.ofAtLeast(instruction, 10, 4)
                        .map(it -> new TransferChecked(
                                it.account(0),
                                it.account(1),
                                it.account(2),
                                it.account(3),
                                cosigners(instruction, 4),
                                BaseUnits.ofUnsignedBits(it.u64(1)),
                                it.u8(9)));
            default -> Either.left(new InstructionProblem.UnknownInstruction(tag));
        };
    }

    private static Seq<AccountMeta> authority(Address authority, Seq<Address> cosigners) {
        return cosigners.isEmpty()
                ? Array.of(AccountMeta.signer(authority))
                : Array.of(AccountMeta.readonly(authority)).appendAll(cosigners.map(AccountMeta::signer));
    }

    private static Seq<Address> cosigners(Instruction instruction, int from) {
        return Array.ofAll(instruction.accounts()).drop(from).map(AccountMeta::address);
    }
}
