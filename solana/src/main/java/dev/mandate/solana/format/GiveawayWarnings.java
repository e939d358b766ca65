package dev.mandate.solana.format;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GiveawayWarning.Code;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Finds instructions that give away more than an amount. It reads only an instruction's number and accounts. The programs
 * ignore bytes and accounts that follow, and a warning about an instruction that would fail does no harm.
 *
 * <p>Sources: {@code SystemInstruction}; {@code TokenInstruction} of both token programs. Their batch instruction (255) holds a
 * list of instructions, each as number of accounts, number of bytes, bytes.
 */
final class GiveawayWarnings {

    private static final int CREATE_ACCOUNT = 0;
    private static final int ASSIGN = 1;
    private static final int CREATE_ACCOUNT_WITH_SEED = 3;
    private static final int ALLOCATE = 8;
    private static final int ALLOCATE_WITH_SEED = 9;
    private static final int ASSIGN_WITH_SEED = 10;
    private static final int CREATE_ACCOUNT_ALLOW_PREFUND = 13;

    private static final int APPROVE = 4;
    private static final int SET_AUTHORITY = 6;
    private static final int CLOSE_ACCOUNT = 9;
    private static final int APPROVE_CHECKED = 13;
    private static final int BATCH = 255;

    private final Address vault;

    private GiveawayWarnings(Address vault) {
        this.vault = vault;
    }

    static Array<GiveawayWarning> by(Address vault, Seq<Instruction> instructions) {
        GiveawayWarnings giving = new GiveawayWarnings(vault);
        return Array.ofAll(instructions)
                .zipWithIndex()
                .flatMap(one -> giving.by(one._1).map(given -> new GiveawayWarning(given.code, one._2, given.account)))
                .distinct();
    }

    private record Given(Code code, Address account) {}

    private Array<Given> by(Instruction instruction) {
        Array<Address> accounts = instruction.accounts().map(AccountMeta::address).toArray();
        if (instruction.program().equals(SystemProgram.ID)) {
            return system(instruction.data(), accounts).toArray();
        }
        return TokenProgram.at(instruction.program()).isDefined()
                ? token(instruction.data(), accounts)
                : Array.empty();
    }

    private Option<Given> system(Bytes data, Array<Address> accounts) {
        if (data.length() < 4) {
            return Option.none();
        }
        boolean given =
                switch (data.intAt(0)) {
                    // CREATE_ACCOUNT_ALLOW_PREFUND sets a new owner even for an account that holds lamports; the payer follows it.
                    case ASSIGN, ALLOCATE, CREATE_ACCOUNT_ALLOW_PREFUND -> accounts.indexOf(vault) == 0;
                    // The account, and the base of its derived address.
                    case ALLOCATE_WITH_SEED, ASSIGN_WITH_SEED -> accounts.take(2).contains(vault);
                    // The payer stands before the new account.
                    case CREATE_ACCOUNT, CREATE_ACCOUNT_WITH_SEED -> accounts.slice(1, 2).contains(vault);
                    default -> false;
                };
        return Option.when(given, () -> new Given(Code.GIVES_AWAY_VAULT, vault));
    }

    private Array<Given> token(Bytes data, Array<Address> accounts) {
        if (data.length() == 0) {
            return Array.empty();
        }
        return switch (data.at(0) & 0xff) {
            case APPROVE -> byAuthority(Code.APPROVES_DELEGATE, 2, accounts);
            case APPROVE_CHECKED -> byAuthority(Code.APPROVES_DELEGATE, 3, accounts);
            case SET_AUTHORITY -> byAuthority(Code.GIVES_AWAY_TOKEN_AUTHORITY, 1, accounts);
            case CLOSE_ACCOUNT ->
                accounts.slice(1, 2).contains(vault)
                        ? Array.empty()
                        : byAuthority(Code.CLOSES_TOKEN_ACCOUNT_ELSEWHERE, 2, accounts);
            case BATCH -> batch(data, accounts);
            default -> Array.empty();
        };
    }

    /** Searches from {@code position} on: the signers of a multisignature account follow the account. */
    private Array<Given> byAuthority(Code code, int position, Array<Address> accounts) {
        return accounts.drop(position).contains(vault) ? Array.of(new Given(code, accounts.head())) : Array.empty();
    }

    private Array<Given> batch(Bytes data, Array<Address> accounts) {
        Array<Given> given = Array.empty();
        Array<Address> left = accounts;
        int at = 1;
        while (at + 2 <= data.length()) {
            int named = data.at(at) & 0xff;
            int length = data.at(at + 1) & 0xff;
            if (at + 2 + length > data.length()) {
                return given;
            }
            given = given.appendAll(token(data.slice(at + 2, length), left.take(named)));
            left = left.drop(named);
            at += 2 + length;
        }
        return given;
    }
}
