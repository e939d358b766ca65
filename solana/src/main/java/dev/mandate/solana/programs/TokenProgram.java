package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.TokenInstruction.Transfer;
import dev.mandate.solana.programs.TokenInstruction.TransferChecked;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The two SPL token programs, which share these instructions and layouts. The data is a one-byte number and the arguments,
 * little-endian. Token-2022 refuses the unchecked transfer for mints with a transfer fee or a transfer hook.
 */
public enum TokenProgram {
    TOKEN,
    TOKEN_2022;

    private static final Address TOKEN_ID = Address.of("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
    private static final Address TOKEN_2022_ID = Address.of("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

    private static final int TRANSFER = 3;
    private static final int TRANSFER_CHECKED = 12;

    public Address id() {
        return switch (this) {
            case TOKEN -> TOKEN_ID;
            case TOKEN_2022 -> TOKEN_2022_ID;
        };
    }

    /** Returns the token program at {@code address}; none if it is another program. */
    public static Option<TokenProgram> at(Address address) {
        return address.equals(TOKEN_ID)
                ? Option.some(TOKEN)
                : address.equals(TOKEN_2022_ID) ? Option.some(TOKEN_2022) : Option.none();
    }

    public Instruction transfer(Address source, Address destination, Address authority, BaseUnits amount) {
        return encode(new Transfer(source, destination, authority, Array.empty(), amount));
    }

    /** Returns a transfer that fails if the mint has other decimals. */
    public Instruction transferChecked(
            Address source, Address mint, Address destination, Address authority, BaseUnits amount, int decimals) {
        return encode(new TransferChecked(source, mint, destination, authority, Array.empty(), amount, decimals));
    }

    public Instruction encode(TokenInstruction instruction) {
        return InstructionWriter.write(id(), out -> {
            switch (instruction) {
                case Transfer it -> {
                    out.writable(it.source());
                    out.writable(it.destination());
                    authority(it.authority(), it.cosigners(), out);
                    out.data().u8(TRANSFER);
                    out.data().amount(it.amount());
                }
                case TransferChecked it -> {
                    out.writable(it.source());
                    out.readonly(it.mint());
                    out.writable(it.destination());
                    authority(it.authority(), it.cosigners(), out);
                    out.data().u8(TRANSFER_CHECKED);
                    out.data().amount(it.amount());
                    out.data().u8(it.decimals());
                }
            }
        });
    }

    private static void authority(Address authority, Seq<Address> cosigners, InstructionWriter out) {
        if (cosigners.isEmpty()) {
            out.signer(authority);
        } else {
            out.readonly(authority);
            out.remaining(cosigners.map(AccountMeta::signer));
        }
    }

    /** Decodes an instruction of this program. */
    public Either<InstructionProblem, TokenInstruction> decode(Instruction instruction) {
        return InstructionReader.of(instruction, id()).flatMap(TokenProgram::read);
    }

    private static Either<InstructionProblem, TokenInstruction> read(InstructionReader in) {
        ByteReader data = in.data();
        return switch (data.u8()) {
            case TRANSFER ->
                in.finish(new Transfer(in.account(), in.account(), in.account(), cosigners(in), data.amount()));
            case TRANSFER_CHECKED ->
                in.finish(new TransferChecked(
                        in.account(),
                        in.account(),
                        in.account(),
                        in.account(),
                        cosigners(in),
                        data.amount(),
                        data.u8()));
            default -> in.unknown();
        };
    }

    private static Seq<Address> cosigners(InstructionReader in) {
        return in.remaining().map(AccountMeta::address);
    }
}
