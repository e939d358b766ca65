package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.DataMatch;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Tokens beside the chain's own coin. */
public interface TokenFormat {

    /** The query for an account of any of {@link #programs}, such as a mint. */
    AccountQuery query(Address address);

    /** Reads the answer to {@link #query}. */
    Either<LayoutProblem, MintFacts> readMint(Address mint, AccountData account);

    /**
     * How many base units a token account of {@code mint} holds.
     *
     * @param tokenAccount the address that {@code account}, the answer to {@link #query}, was read from
     * @return unreadable also if it holds another mint's tokens
     */
    Either<LayoutProblem, BaseUnits> readBalance(Address tokenAccount, AccountData account, MintFacts mint);

    /** The programs that keep tokens. */
    Seq<Address> programs();

    /** The match that finds the token accounts of {@code owner} among nearly all accounts of such a program. */
    Seq<DataMatch> heldBy(Address owner);

    /** Reads a token account of either program, whatever its mint. */
    Either<LayoutProblem, Holding> readHolding(AccountData account);

    /** The associated token account of {@code owner} for {@code mint}. */
    Address accountOf(Address owner, MintFacts mint);

    /** Creates {@link #accountOf} if it does not exist; {@code payer} pays its rent. */
    Instruction createAccount(Address payer, Address owner, MintFacts mint);

    /** Moves tokens along {@code route}; {@code owner}, whose they are, signs. */
    Instruction transfer(Address owner, SpendRoute.Tokens route, BaseUnits amount);

    /** Whether an instruction only creates an associated token account. */
    boolean isAccountCreation(Instruction instruction);

    /** Why no tokens of a mint can be moved; none if they can, or {@code mint} is not a mint. */
    Option<TokenObstacle> obstacle(AccountData mint);

    /** Why no tokens can be moved out of a token account; none if they can, or it is not a token account. */
    Option<TokenObstacle> obstacleFrom(AccountData tokenAccount);

    /** Why no tokens can be moved into a token account; none if they can, or it is not a token account. */
    Option<TokenObstacle> obstacleTo(AccountData tokenAccount);

    /** Why no tokens can be moved into a new token account of {@code mint}; none if they can. */
    Option<TokenObstacle> obstacleToNew(AccountData mint);

    /** Bytes of data of an associated token account of {@code mint}, the answer to {@link #query}. */
    Either<LayoutProblem, Integer> accountLength(AccountData mint);

    /** What the mint withholds of each transfer; none if nothing, or {@code mint} is not a mint. */
    Option<TransferFee> transferFee(AccountData mint);

    /**
     * The content of a token account.
     *
     * @param owner the address that may move the tokens
     */
    record Holding(Address mint, Address owner, BaseUnits amount) {}

    /**
     * The properties of a mint.
     *
     * @param tokenProgram the program that owns it
     * @param decimals places between the token and its base unit
     */
    record MintFacts(Address mint, Address tokenProgram, int decimals) {}
}
