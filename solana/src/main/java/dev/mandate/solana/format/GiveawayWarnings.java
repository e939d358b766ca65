package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GiveawayWarning.Code;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Predicate;

/**
 * Finds instructions that give away more than an amount. It reads an instruction's number and accounts ({@link PlainCall}), and who gets a right
 * only to leave out the vault itself. A warning about an instruction that would fail does no harm.
 *
 * <p>Sources: {@code SystemInstruction}, {@code StakeInstruction}, {@code VoteInstruction}, {@code UpgradeableLoaderInstruction}, {@code
 * LoaderV4Instruction}, {@code ProgramInstruction} of lookup tables; {@code TokenInstruction} of both token programs, whose authorities of
 * extensions change by {@code SetAuthority}, and the two interfaces of Token-2022 that have an instruction of their own for it.
 */
final class GiveawayWarnings {

    private static final Bytes UPDATE_METADATA_AUTHORITY = Bytes.ofHex("d7e4a6e45464567b");
    private static final Bytes UPDATE_GROUP_AUTHORITY = Bytes.ofHex("a1695801edddd8cb");

    private static final int STAKER = 0;
    private static final int VOTER = 0;

    private final Address vault;
    private final Array<Rule> rules;

    private GiveawayWarnings(Address vault) {
        this.vault = vault;
        this.rules = Array.of(
                new Rule(SystemProgram.ID, Code.GIVES_AWAY_VAULT, this::givesVault),
                new Rule(SystemProgram.ID, Code.GIVES_AWAY_NONCE, this::givesNonce),
                new Rule(NativePrograms.UPGRADEABLE_LOADER, Code.GIVES_AWAY_PROGRAM, this::givesProgram),
                new Rule(NativePrograms.LOADER_V4, Code.GIVES_AWAY_PROGRAM, this::givesProgramOfLoader4),
                new Rule(NativePrograms.STAKE, Code.GIVES_AWAY_STAKE, this::givesStake),
                new Rule(NativePrograms.VOTE, Code.GIVES_AWAY_STAKE, this::givesVoteAccount),
                new Rule(NativePrograms.LOOKUP_TABLES, Code.GIVES_AWAY_LOOKUP_TABLE, this::givesTable));
    }

    private record Rule(Address program, Code code, Predicate<PlainCall> gives) {}

    static Array<GiveawayWarning> by(Address vault, Seq<Instruction> instructions) {
        GiveawayWarnings giving = new GiveawayWarnings(vault);
        return Array.ofAll(instructions)
                .zipWithIndex()
                .flatMap(one -> PlainCall.of(one._1)
                        .flatMap(call -> giving.code(call).map(code -> new GiveawayWarning(
                                code, one._2, code == Code.GIVES_AWAY_VAULT ? vault : call.accounts().head()))))
                .distinct();
    }

    private Option<Code> code(PlainCall call) {
        return call.isOfTokens()
                ? tokens(call)
                : rules.find(rule -> rule.program.equals(call.program()) && rule.gives.test(call)).map(Rule::code);
    }

    private boolean givesVault(PlainCall call) {
        return switch (call.numberAt(0)) {
            // Assign, Allocate, CreateAccountAllowPrefund: the last sets a new owner even for an account that holds lamports.
            case 1, 8, 13 -> call.is(vault, 0);
            // AllocateWithSeed, AssignWithSeed: the account, and the base of its derived address.
            case 9, 10 -> call.is(vault, 0) || call.is(vault, 1);
            // CreateAccount, CreateAccountWithSeed: the payer stands before the new account.
            case 0, 3 -> call.is(vault, 1);
            default -> false;
        };
    }

    /** AuthorizeNonceAccount. */
    private boolean givesNonce(PlainCall call) {
        return call.numberAt(0) == 7 && call.names(vault, 1) && !call.holds(vault, 4);
    }

    private Option<Code> tokens(PlainCall call) {
        Bytes start = call.data().slice(0, Math.min(8, call.data().length()));
        boolean ofInterface = start.equals(UPDATE_METADATA_AUTHORITY) || start.equals(UPDATE_GROUP_AUTHORITY);
        return switch (call.byteAt(0)) {
            // Approve, ApproveChecked.
            case 4 -> Option.when(call.names(vault, 2), Code.APPROVES_DELEGATE);
            case 13 -> Option.when(call.names(vault, 3), Code.APPROVES_DELEGATE);
            // SetAuthority.
            case 6 -> Option.when(call.names(vault, 1), Code.GIVES_AWAY_TOKEN_AUTHORITY);
            // CloseAccount, WithdrawExcessLamports, UnwrapLamports.
            case 9, 38, 45 -> Option.when(call.names(vault, 2) && !call.is(vault, 1), Code.CLOSES_TOKEN_ACCOUNT_ELSEWHERE);
            default -> Option.when(ofInterface && call.names(vault, 1) && !call.holds(vault, 8), Code.GIVES_AWAY_TOKEN_AUTHORITY);
        };
    }

    private boolean givesProgram(PlainCall call) {
        return switch (call.numberAt(0)) {
            // SetAuthority, SetAuthorityChecked: without a new authority nobody can upgrade the program.
            case 4, 7 -> call.is(vault, 1) && !call.is(vault, 2);
            // Close: with its program behind it, the data of a program; else a buffer.
            case 5 -> call.names(vault, 2) && (call.accounts().length() > 3 || !call.is(vault, 1));
            default -> false;
        };
    }

    private boolean givesProgramOfLoader4(PlainCall call) {
        return switch (call.numberAt(0)) {
            // SetProgramLength: at length 0 the lamports go to the third account.
            case 2 -> call.is(vault, 1) && call.accounts().length() > 2 && !call.is(vault, 2);
            // TransferAuthority.
            case 5 -> call.is(vault, 1) && !call.is(vault, 2);
            // Finalize.
            case 6 -> call.is(vault, 1);
            default -> false;
        };
    }

    /** A staker can be replaced by the withdrawer, and so gets nothing for good. */
    private boolean givesStake(PlainCall call) {
        return call.names(vault, 1)
                && switch (call.numberAt(0)) {
                    // Authorize, AuthorizeWithSeed: the new address, and which right it gets.
                    case 1, 8 -> !call.holds(vault, 4) && call.numberAt(36) != STAKER;
                    // AuthorizeChecked, AuthorizeCheckedWithSeed.
                    case 10, 11 -> !call.is(vault, 3) && call.numberAt(4) != STAKER;
                    // SetLockup, SetLockupChecked: until its end only the custodian releases the stake.
                    case 6, 12 -> true;
                    default -> false;
                };
    }

    /** A voter can be replaced by the withdrawer. */
    private boolean givesVoteAccount(PlainCall call) {
        return call.names(vault, 1)
                && switch (call.numberAt(0)) {
                    // Authorize: the new address, and which right it gets.
                    case 1 -> !call.holds(vault, 4) && call.numberAt(36) != VOTER;
                    // AuthorizeChecked, AuthorizeWithSeed, AuthorizeCheckedWithSeed.
                    case 7, 10, 11 -> !call.is(vault, 3) && call.numberAt(4) != VOTER;
                    default -> false;
                };
    }

    private boolean givesTable(PlainCall call) {
        return switch (call.numberAt(0)) {
            // FreezeLookupTable: without an authority its lamports never come back.
            case 1 -> call.is(vault, 1);
            // CloseLookupTable.
            case 4 -> call.is(vault, 1) && !call.is(vault, 2);
            default -> false;
        };
    }
}
