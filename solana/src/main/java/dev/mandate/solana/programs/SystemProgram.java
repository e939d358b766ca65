package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.SystemInstruction.AdvanceNonce;
import dev.mandate.solana.programs.SystemInstruction.CreateAccount;
import dev.mandate.solana.programs.SystemInstruction.InitializeNonce;
import dev.mandate.solana.programs.SystemInstruction.Transfer;
import dev.mandate.solana.programs.SystemInstruction.WithdrawNonce;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The system program: accounts, lamports and nonces. Its data is a 32-bit number and then the arguments, little-endian. */
public final class SystemProgram {

    public static final Address ID = Address.ZERO;

    static final Address RECENT_BLOCKHASHES = Address.ofConstant("SysvarRecentB1ockHashes11111111111111111111");
    static final Address RENT = Address.ofConstant("SysvarRent111111111111111111111111111111111");

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
        return switch (instruction) {
            case CreateAccount create ->
                new Instruction(
                        ID,
                        Array.of(AccountMeta.writableSigner(create.payer()), AccountMeta.writableSigner(create.account())),
                        InstructionShape.written(InstructionShape.allocate(52)
                                .putInt(CREATE_ACCOUNT)
                                .putLong(create.lamports().bits())
                                .putLong(create.space())
                                .put(create.owner().toArray())));
            case Transfer transfer ->
                new Instruction(
                        ID,
                        Array.of(AccountMeta.writableSigner(transfer.from()), AccountMeta.writable(transfer.to())),
                        numberAndAmount(TRANSFER, transfer.lamports()));
            case AdvanceNonce advance ->
                new Instruction(
                        ID,
                        Array.of(
                                AccountMeta.writable(advance.nonceAccount()),
                                AccountMeta.readonly(RECENT_BLOCKHASHES),
                                AccountMeta.signer(advance.authority())),
                        InstructionShape.written(InstructionShape.allocate(4).putInt(ADVANCE_NONCE)));
            case WithdrawNonce withdraw ->
                new Instruction(
                        ID,
                        Array.of(
                                AccountMeta.writable(withdraw.nonceAccount()),
                                AccountMeta.writable(withdraw.to()),
                                AccountMeta.readonly(RECENT_BLOCKHASHES),
                                AccountMeta.readonly(RENT),
                                AccountMeta.signer(withdraw.authority())),
                        numberAndAmount(WITHDRAW_NONCE, withdraw.lamports()));
            case InitializeNonce initialize ->
                new Instruction(
                        ID,
                        Array.of(
                                AccountMeta.writable(initialize.nonceAccount()),
                                AccountMeta.readonly(RECENT_BLOCKHASHES),
                                AccountMeta.readonly(RENT)),
                        InstructionShape.written(InstructionShape.allocate(36)
                                .putInt(INITIALIZE_NONCE)
                                .put(initialize.authority().toArray())));
        };
    }

    /** What {@code instruction} asks of this program. */
    public static Either<InstructionProblem, SystemInstruction> decode(Instruction instruction) {
        return InstructionShape.tag(instruction, ID, 4).flatMap(tag -> decode(tag, instruction));
    }

    /**
     * The nonce account that {@code instruction} advances; none if it does something else. As the runtime looks for it: it reads the
     * number alone ({@code get_durable_nonce}), and the program passes over bytes and accounts that follow.
     */
    public static Option<Address> advancedNonce(Instruction instruction) {
        return InstructionShape.tag(instruction, ID, 4).contains((long) ADVANCE_NONCE)
                ? instruction.accounts().headOption().map(AccountMeta::address)
                : Option.none();
    }

    private static Either<InstructionProblem, SystemInstruction> decode(long tag, Instruction instruction) {
        // A number of 32 bits fits; the switch wants it as an int.
        return switch ((int) tag) {
            case CREATE_ACCOUNT ->
                InstructionShape.of(instruction, 52, 2)
                        .map(it -> new CreateAccount(
                                it.account(0), it.account(1), BaseUnits.ofUnsignedBits(it.u64(4)), it.u64(12), it.address(20)));
            case TRANSFER ->
                InstructionShape.of(instruction, 12, 2)
                        .map(it -> new Transfer(it.account(0), it.account(1), BaseUnits.ofUnsignedBits(it.u64(4))));
            case ADVANCE_NONCE ->
                InstructionShape.of(instruction, 4, 3)
                        .flatMap(it -> it.with(1, RECENT_BLOCKHASHES))
                        .map(it -> new AdvanceNonce(it.account(0), it.account(2)));
            case WITHDRAW_NONCE ->
                InstructionShape.of(instruction, 12, 5)
                        .flatMap(it -> it.with(2, RECENT_BLOCKHASHES))
                        .flatMap(it -> it.with(3, RENT))
                        .map(it -> new WithdrawNonce(
                                it.account(0), it.account(1), it.account(4), BaseUnits.ofUnsignedBits(it.u64(4))));
            case INITIALIZE_NONCE ->
                InstructionShape.of(instruction, 36, 3)
                        .flatMap(it -> it.with(1, RECENT_BLOCKHASHES))
                        .flatMap(it -> it.with(2, RENT))
                        .map(it -> new InitializeNonce(it.account(0), it.address(4)));
            default -> Either.left(new InstructionProblem.UnknownInstruction(tag));
        };
    }

    private static Bytes numberAndAmount(int number, BaseUnits lamports) {
        return InstructionShape.written(InstructionShape.allocate(12).putInt(number).putLong(lamports.bits()));
    }
}
