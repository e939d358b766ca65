package dev.mandate.solana.format;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Reads the amounts that a landed transaction moved. The decoders of {@code solana.programs} are too strict for this: they
 * refuse additional accounts, such as the references of payment requests (Solana Pay). The programs ignore such accounts and
 * move the amount.
 *
 * <p>Sources: {@code SystemInstruction} (bincode: a string's length takes 64 bits), {@code TokenInstruction}, {@code
 * TransferFeeInstruction}.
 */
final class Movements {

    private static final int MAX_SEED_BYTES = 32;

    private final Map<Address, LandedTransaction.TokenBalance> tokenAccounts;

    private Movements(LandedTransaction transaction) {
        this.tokenAccounts = transaction.tokenAccounts();
    }

    static Array<Movement> of(LandedTransaction transaction) {
        Movements movements = new Movements(transaction);
        return transaction.instructions()
                .toArray()
                .flatMap(movements::of)
                .reject(movement -> movement.amount().isZero());
    }

    /** A transfer from the first account of an instruction to the account at position {@code to}. */
    private record Transfer(int to, BaseUnits amount) {}

    private Option<Movement> of(RanInstruction ran) {
        Address program = ran.instruction().program();
        ByteReader in = new ByteReader(ran.instruction().data());
        return program.equals(SystemProgram.ID)
                ? read(in, system(in)).flatMap(transfer -> sol(ran, transfer))
                : TokenProgram.at(program)
                        .flatMap(tokens -> read(in, token(tokens, in)).flatMap(transfer -> tokens(ran, tokens, transfer)));
    }

    private static Option<Transfer> read(ByteReader in, Option<Transfer> transfer) {
        return transfer.flatMap(whole -> in.finishPrefix(whole).toOption());
    }

    private static Option<Transfer> system(ByteReader in) {
        return switch ((int) in.u32()) {
            // CreateAccount, Transfer, WithdrawNonceAccount: the amount comes first.
            case 0, 2, 5 -> Option.some(new Transfer(1, in.amount()));
            // CreateAccountWithSeed: a base of 32 bytes, a seed after its length, then the amount.
            case 3 -> Option.some(new Transfer(1, behindSeed(in)));
            // TransferWithSeed: the base, which signs, stands between sender and recipient.
            case 11 -> Option.some(new Transfer(2, in.amount()));
            default -> Option.none();
        };
    }

    private static BaseUnits behindSeed(ByteReader in) {
        var unusedBase = in.address();
        var unusedSeed = in.bytes(in.atMost(in.u64(), MAX_SEED_BYTES));
        return in.amount();
    }

    private static Option<Transfer> token(TokenProgram program, ByteReader in) {
        return switch (in.u8()) {
            case 3 -> Option.some(new Transfer(1, in.amount()));
            // TransferChecked: the mint stands between source and destination.
            case 12 -> Option.some(new Transfer(2, in.amount()));
            // TransferCheckedWithFee, of the transfer fee extension.
            case 26 ->
                program == TokenProgram.TOKEN_2022 && in.u8() == 1
                        ? Option.some(new Transfer(2, in.amount()))
                        : Option.none();
            default -> Option.none();
        };
    }

    private static Option<Movement> sol(RanInstruction ran, Transfer transfer) {
        return account(ran, 0).flatMap(from -> account(ran, transfer.to())
                .map(to -> new Movement(
                        ran.position(),
                        new Token.Sol(),
                        Movement.Standard.NATIVE,
                        Token.Sol.DECIMALS,
                        from,
                        to,
                        transfer.amount())));
    }

    /** Source and destination have the same mint, so it suffices to know one of them. */
    private Option<Movement> tokens(RanInstruction ran, TokenProgram program, Transfer transfer) {
        return account(ran, 0).flatMap(source -> account(ran, transfer.to())
                .flatMap(destination -> known(source)
                        .orElse(() -> known(destination))
                        .map(known -> new Movement(
                                ran.position(),
                                Token.ofMint(known.mint()),
                                standard(program),
                                known.decimals(),
                                ownerOf(source),
                                ownerOf(destination),
                                transfer.amount()))));
    }

    private Option<LandedTransaction.TokenBalance> known(Address account) {
        return tokenAccounts.get(account);
    }

    private Address ownerOf(Address account) {
        return known(account).map(LandedTransaction.TokenBalance::owner).getOrElse(account);
    }

    static Movement.Standard standard(TokenProgram program) {
        return switch (program) {
            case TOKEN -> Movement.Standard.SPL_TOKEN;
            case TOKEN_2022 -> Movement.Standard.TOKEN_2022;
        };
    }

    private static Option<Address> account(RanInstruction ran, int position) {
        Seq<AccountMeta> accounts = ran.instruction().accounts();
        return position < accounts.size() ? Option.some(accounts.get(position).address()) : Option.none();
    }
}
