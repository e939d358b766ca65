package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.domain.review.MoneyReceiver.Form;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Finds who gets money of a vault. It reads an instruction's number and accounts ({@link PlainCall}); the sources are those of
 * {@link GiveawayWarnings}, and {@code TransferFeeInstruction}, {@code ConfidentialTransferInstruction} and {@code
 * ConfidentialTransferFeeInstruction} of Token-2022. The first balance of a new account is not included: nobody can say yet who may use it.
 */
final class MoneyReceivers {

    private static final int TRANSFER_FEE = 26;
    private static final int CONFIDENTIAL_TRANSFER = 27;
    private static final int CONFIDENTIAL_TRANSFER_FEE = 37;

    private final Address vault;

    private MoneyReceivers(Address vault) {
        this.vault = vault;
    }

    static Array<MoneyReceiver> of(Address vault, Seq<Instruction> instructions) {
        MoneyReceivers receivers = new MoneyReceivers(vault);
        return Array.ofAll(instructions)
                .zipWithIndex()
                .flatMap(one -> PlainCall.of(one._1)
                        .flatMap(receivers::to)
                        .map(to -> new MoneyReceiver(one._2, to.account, to.form)))
                .distinct();
    }

    private record To(Address account, Form form) {}

    private Option<To> to(PlainCall call) {
        Address program = call.program();
        if (call.isOfTokens()) {
            return tokens(call);
        }
        if (program.equals(AssociatedTokenProgram.ID)) {
            // Create, CreateIdempotent. The account belongs to the owner, whoever pays for it.
            return call.byteAt(0) <= 1 ? to(call, 2, Form.TO_WALLET) : Option.none();
        }
        int number = call.numberAt(0);
        return Array.of(
                        // Transfer, WithdrawNonceAccount, TransferWithSeed.
                        new Way(SystemProgram.ID, 2, 1, 0),
                        new Way(SystemProgram.ID, 5, 1, 4),
                        new Way(SystemProgram.ID, 11, 2, 1),
                        // Withdraw.
                        new Way(NativePrograms.STAKE, 4, 1, 4),
                        new Way(NativePrograms.VOTE, 3, 1, 2),
                        // Upgrade, whose rest is spilled; Close.
                        new Way(NativePrograms.UPGRADEABLE_LOADER, 3, 3, 6),
                        new Way(NativePrograms.UPGRADEABLE_LOADER, 5, 1, 2),
                        // SetProgramLength.
                        new Way(NativePrograms.LOADER_V4, 2, 2, 1),
                        // CloseLookupTable.
                        new Way(NativePrograms.LOOKUP_TABLES, 4, 2, 1))
                .find(way -> way.program.equals(program) && way.number == number && call.is(vault, way.authority))
                .flatMap(way -> to(call, way.receiver, Form.LAMPORTS));
    }

    /** The positions of the receiver of lamports, and of who allows it, among the accounts of an instruction. */
    private record Way(Address program, int number, int receiver, int authority) {}

    /** The authority stands behind the receiver, and the signers of a multisignature account behind that. */
    private Option<To> tokens(PlainCall call) {
        return switch (call.byteAt(0)) {
            // Transfer, MintTo, MintToChecked.
            case 3, 7, 14 -> tokens(call, 1);
            // TransferChecked.
            case 12 -> tokens(call, 2);
            case TRANSFER_FEE -> switch (call.byteAt(1)) {
                // TransferCheckedWithFee.
                case 1 -> tokens(call, 2);
                // WithdrawWithheldTokensFromMint, WithdrawWithheldTokensFromAccounts.
                case 2, 3 -> tokens(call, 1);
                default -> Option.none();
            };
            // Transfer, TransferWithFee.
            case CONFIDENTIAL_TRANSFER -> call.byteAt(1) == 7 || call.byteAt(1) == 13 ? tokens(call, 2) : Option.none();
            // WithdrawWithheldTokensFromMint, WithdrawWithheldTokensFromAccounts.
            case CONFIDENTIAL_TRANSFER_FEE -> call.byteAt(1) == 1 || call.byteAt(1) == 2 ? tokens(call, 1) : Option.none();
            // CloseAccount, WithdrawExcessLamports, UnwrapLamports.
            case 9, 38, 45 -> call.names(vault, 2) ? to(call, 1, Form.LAMPORTS) : Option.none();
            default -> Option.none();
        };
    }

    private Option<To> tokens(PlainCall call, int receiver) {
        return call.names(vault, receiver + 1) ? to(call, receiver, Form.TOKENS) : Option.none();
    }

    private static Option<To> to(PlainCall call, int position, Form form) {
        return call.accounts().slice(position, position + 1).headOption().map(account -> new To(account, form));
    }
}
