package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.SystemInstruction.AdvanceNonce;
import dev.mandate.solana.programs.SystemInstruction.CreateAccount;
import dev.mandate.solana.programs.SystemInstruction.InitializeNonce;
import dev.mandate.solana.programs.SystemInstruction.Transfer;
import dev.mandate.solana.programs.SystemInstruction.WithdrawNonce;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The system program: accounts, lamports and nonces. The data is a 32-bit number, then the arguments, little-endian. */
public final class SystemProgram {

    public static final Address ID = Address.ZERO;

    static final Address RECENT_BLOCKHASHES = Address.of("SysvarRecentB1ockHashes11111111111111111111");
    static final Address RENT = Address.of("SysvarRent111111111111111111111111111111111");

    private static final int CREATE_ACCOUNT = 0;
    private static final int TRANSFER = 2;
    private static final int ADVANCE_NONCE = 4;
    private static final int WITHDRAW_NONCE = 5;
    private static final int INITIALIZE_NONCE = 6;

    private SystemProgram() {}

    public static Instruction transfer(Address from, Address to, BaseUnits lamports) {
        return encode(new Transfer(from, to, lamports));
    }

    public static Instruction createAccount(
            Address payer, Address account, BaseUnits lamports, long space, Address owner) {
        return encode(new CreateAccount(payer, account, lamports, space, owner));
    }

    public static Instruction advanceNonce(Address nonceAccount, Address authority) {
        return encode(new AdvanceNonce(nonceAccount, authority));
    }

    public static Instruction encode(SystemInstruction instruction) {
        return InstructionWriter.write(ID, out -> write(instruction, out));
    }

    private static void write(SystemInstruction instruction, InstructionWriter out) {
        ByteWriter data = out.data();
        switch (instruction) {
            case CreateAccount create -> {
                out.writableSigner(create.payer());
                out.writableSigner(create.account());
                data.u32(CREATE_ACCOUNT);
                data.amount(create.lamports());
                data.u64(create.space());
                data.address(create.owner());
            }
            case Transfer transfer -> {
                out.writableSigner(transfer.from());
                out.writable(transfer.to());
                data.u32(TRANSFER);
                data.amount(transfer.lamports());
            }
            case AdvanceNonce advance -> {
                out.writable(advance.nonceAccount());
                out.readonly(RECENT_BLOCKHASHES);
                out.signer(advance.authority());
                data.u32(ADVANCE_NONCE);
            }
            case WithdrawNonce withdraw -> {
                out.writable(withdraw.nonceAccount());
                out.writable(withdraw.to());
                out.readonly(RECENT_BLOCKHASHES);
                out.readonly(RENT);
                out.signer(withdraw.authority());
                data.u32(WITHDRAW_NONCE);
                data.amount(withdraw.lamports());
            }
            case InitializeNonce initialize -> {
                out.writable(initialize.nonceAccount());
                out.readonly(RECENT_BLOCKHASHES);
                out.readonly(RENT);
                data.u32(INITIALIZE_NONCE);
                data.address(initialize.authority());
            }
        }
    }

    /** Decodes an instruction of this program. */
    public static Either<InstructionProblem, SystemInstruction> decode(Instruction instruction) {
        return InstructionReader.of(instruction, ID).flatMap(SystemProgram::read);
    }

    /**
     * Returns the nonce account that {@code instruction} advances; none if it does something else. It follows the runtime: the
     * runtime reads only the number ({@code get_durable_nonce}), and the program ignores bytes and accounts that follow.
     */
    public static Option<Address> advancedNonce(Instruction instruction) {
        boolean advances = instruction.program().equals(ID)
                && new ByteReader(instruction.data()).u32() == ADVANCE_NONCE;
        return advances ? instruction.accounts().headOption().map(AccountMeta::address) : Option.none();
    }

    private static Either<InstructionProblem, SystemInstruction> read(InstructionReader in) {
        ByteReader data = in.data();
        // The cast loses nothing that matters: the known numbers fit an int.
        return switch ((int) data.u32()) {
            case CREATE_ACCOUNT ->
                in.finish(new CreateAccount(in.account(), in.account(), data.amount(), data.u64(), data.address()));
            case TRANSFER -> in.finish(new Transfer(in.account(), in.account(), data.amount()));
            case ADVANCE_NONCE -> {
                Address nonce = in.account();
                in.expect(RECENT_BLOCKHASHES);
                yield in.finish(new AdvanceNonce(nonce, in.account()));
            }
            case WITHDRAW_NONCE -> {
                Address nonce = in.account();
                Address to = in.account();
                in.expect(RECENT_BLOCKHASHES);
                in.expect(RENT);
                yield in.finish(new WithdrawNonce(nonce, to, in.account(), data.amount()));
            }
            case INITIALIZE_NONCE -> {
                Address nonce = in.account();
                in.expect(RECENT_BLOCKHASHES);
                in.expect(RENT);
                yield in.finish(new InitializeNonce(nonce, data.address()));
            }
            default -> in.unknown();
        };
    }
}
