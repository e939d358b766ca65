package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.ports.spi.program.TokenFormat;
import dev.mandate.ports.spi.program.TokenObstacle;
import dev.mandate.ports.spi.program.TransferFee;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.AccountProblem;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Tokens of the two SPL token programs, held in associated token accounts. */
public final class SplTokens implements TokenFormat {

    /**
     * The bytes that Token-2022 adds to every associated token account: the account type (1), then the extension that fixes its
     * owner, with a type (2), a length (2) and no content.
     */
    private static final int IMMUTABLE_OWNER = 1 + 2 + 2;

    @Override
    public AccountQuery query(Address address) {
        return new AccountQuery.OwnedBy(address, programs().toSet());
    }

    /** Reads a mint of either program, with any extensions. */
    @Override
    public Either<LayoutProblem, MintFacts> readMint(Address mint, AccountData account) {
        return readable(MintAccount.decode(account.data()))
                .map(facts -> new MintFacts(mint, account.owner(), facts.decimals()));
    }

    @Override
    public Either<LayoutProblem, BaseUnits> readBalance(Address tokenAccount, AccountData account, MintFacts mint) {
        return readable(TokenAccount.decode(account.data()))
                .flatMap(facts -> facts.mint().equals(mint.mint())
                        ? Either.right(facts.amount())
                        : Either.left(new LayoutProblem.Unreadable(
                                tokenAccount + " holds tokens of " + facts.mint() + ", not of " + mint.mint())));
    }

    @Override
    public Seq<Address> programs() {
        return Array.of(TokenProgram.values()).map(TokenProgram::id);
    }

    /** In a token account the owner's address follows the mint's address. */
    @Override
    public Seq<DataMatch> heldBy(Address owner) {
        return Array.of(new DataMatch(Bytes32.LENGTH, Bytes.of(owner.toArray())));
    }

    @Override
    public Either<LayoutProblem, Holding> readHolding(AccountData account) {
        return readable(TokenAccount.decode(account.data()))
                .map(facts -> new Holding(facts.mint(), facts.owner(), facts.amount()));
    }

    /** Returns the associated token account. {@code owner} may be a derived address, such as a vault. */
    @Override
    public Address accountOf(Address owner, MintFacts mint) {
        return AssociatedTokenProgram.account(owner, mint.mint(), program(mint.tokenProgram())).address();
    }

    @Override
    public Instruction createAccount(Address payer, Address owner, MintFacts mint) {
        return AssociatedTokenProgram.createIdempotent(payer, owner, mint.mint(), program(mint.tokenProgram()));
    }

    @Override
    public Instruction transfer(Address owner, SpendRoute.Tokens route, BaseUnits amount) {
        return program(route.tokenProgram())
                .transferChecked(route.from(), route.mint(), route.to(), owner, amount, route.decimals());
    }

    /** Returns the length of an associated token account with the extensions that the mint requires. */
    @Override
    public Either<LayoutProblem, Integer> accountLength(AccountData mint) {
        return readable(MintAccount.decode(mint.data())).map(facts -> switch (program(mint.owner())) {
            case TOKEN -> TokenAccount.LENGTH;
            case TOKEN_2022 -> TokenAccount.LENGTH + IMMUTABLE_OWNER + MintExtensions.requiredLength(facts);
        });
    }

    @Override
    public Option<TransferFee> transferFee(AccountData mint) {
        return mint(mint).flatMap(MintExtensions::transferFee);
    }

    @Override
    public boolean isAccountCreation(Instruction instruction) {
        return AssociatedTokenProgram.decode(instruction).isRight();
    }

    @Override
    public Option<TokenObstacle> obstacle(AccountData mint) {
        return mint(mint).flatMap(TokenObstacles::of);
    }

    @Override
    public Option<TokenObstacle> obstacleFrom(AccountData tokenAccount) {
        return tokenAccount(tokenAccount).flatMap(TokenObstacles::from);
    }

    @Override
    public Option<TokenObstacle> obstacleTo(AccountData tokenAccount) {
        return tokenAccount(tokenAccount).flatMap(TokenObstacles::to);
    }

    @Override
    public Option<TokenObstacle> obstacleToNew(AccountData mint) {
        return mint(mint).flatMap(TokenObstacles::toNew);
    }

    private static Option<MintAccount> mint(AccountData account) {
        return MintAccount.decode(account.data()).toOption();
    }

    private static Option<TokenAccount> tokenAccount(AccountData account) {
        return TokenAccount.decode(account.data()).toOption();
    }

    private static <T> Either<LayoutProblem, T> readable(Either<AccountProblem, T> read) {
        return read.mapLeft(problem -> new LayoutProblem.Unreadable(problem.toString()));
    }

    private static TokenProgram program(Address address) {
        return TokenProgram.at(address).getOrElseThrow(() -> new IllegalArgumentException(address + " is no token program"));
    }
}
