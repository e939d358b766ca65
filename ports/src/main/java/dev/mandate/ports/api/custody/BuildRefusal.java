package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.TokenObstacle;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Why a transaction is not built. */
public sealed interface BuildRefusal {

    /** Nothing was decided, since something that the decision needs is not there now. The same request may be repeated. */
    sealed interface Unavailable extends BuildRefusal {}

    /** The review speaks against what was built. */
    record Reviewed(ReviewFinding finding) implements BuildRefusal {}

    /**
     * A policy of the host or of the account vetoes the transaction.
     *
     * @param reasons at least one
     */
    record PolicyVeto(Array<PolicyReason> reasons) implements BuildRefusal {}

    /**
     * Several refusals; each alone prevents the build.
     *
     * @param all at least two, none of them a {@code Several}
     */
    record Several(Array<BuildRefusal> all) implements BuildRefusal {
        public Several {
            if (all.length() < 2 || all.exists(one -> one instanceof Several)) {
                throw new IllegalArgumentException("not several refusals: " + all);
            }
        }
    }

    /** The account that {@code query} asked for; refused if it is absent, or of another owner. */
    static Either<BuildRefusal, AccountData> present(AccountsSnapshot found, AccountQuery query) {
        return LayoutProblem.owned(found.at(query))
                .<BuildRefusal>mapLeft(problem -> new UnexpectedAccount(query.address(), problem))
                .flatMap(account -> account.toEither(() -> new NotOnChain(query.address())));
    }

    /** What was read of an account; none if the account does not exist. */
    static <T> Either<BuildRefusal, Option<T>> ifOnChain(Either<BuildRefusal, T> read) {
        return read.fold(
                refusal -> refusal instanceof NotOnChain || refusal instanceof UnknownAccount
                        ? Either.right(Option.none())
                        : Either.left(refusal),
                found -> Either.right(Option.some(found)));
    }

    /**
     * All of {@code refusals} as one, without duplicates. {@link ChainSilent} is left out if there is any other refusal, because only
     * the other one persists.
     *
     * @throws IllegalArgumentException if there is none
     */
    static BuildRefusal of(Seq<BuildRefusal> refusals) {
        if (refusals.isEmpty()) {
            throw new IllegalArgumentException("a refusal of nothing");
        }
        Array<BuildRefusal> all = Array.ofAll(refusals).flatMap(BuildRefusal::each).distinct();
        Array<BuildRefusal> lasting = all.reject(one -> one instanceof ChainSilent);
        return lasting.isEmpty() ? all.head() : lasting.length() == 1 ? lasting.head() : new Several(lasting);
    }

    /** These refusals as one on the left; on the right nothing, if there is none. */
    static Either<BuildRefusal, Array<BuildRefusal>> unless(Array<BuildRefusal> refusals) {
        return refusals.isEmpty() ? Either.right(refusals) : Either.left(of(refusals));
    }

    /** Its parts: itself, unless it is {@link Several}. */
    default Array<BuildRefusal> each() {
        return this instanceof Several(var all) ? all : Array.of(this);
    }

    /** The chain did not answer. Try again later. */
    record ChainSilent(ChainFault fault) implements Unavailable {}

    /** The chain's clock and the server's clock are too far apart. Meanwhile no limit that the engine keeps is used or ended. */
    record ClocksDisagree(ClockReading clocks) implements Unavailable {}

    /**
     * The operator holds the account: nothing is built, signed or sent for it. Its owners can act elsewhere.
     *
     * @param why in the operator's words
     */
    record AccountFrozen(Address account, UnixTime since, String why) implements Unavailable {}

    /** The account is not known here. An account that exists on the chain can be registered. */
    record UnknownAccount(Address account) implements BuildRefusal {}

    /** No account exists on the chain at this address: settings of a known account, a mint, a lookup table or a nonce account. */
    record NotOnChain(Address address) implements BuildRefusal {}

    /** An account was made with this create key before. */
    record AccountExists(Address account) implements BuildRefusal {}

    /** The account on the chain at this address has another kind or layout than expected. */
    record UnexpectedAccount(Address address, LayoutProblem problem) implements BuildRefusal {}

    /** A rule of the account forbids it. */
    record Forbidden(Refusal refusal) implements BuildRefusal {}

    /** No rule forbids it, but it would be a mistake. */
    record Unwise(Warning caution) implements BuildRefusal {}

    /**
     * The given signers do not suffice.
     *
     * @param problems every role that they cannot fill
     */
    record SignersInsufficient(Array<RoleProblem> problems) implements BuildRefusal {}

    /** It takes a key of the engine, and no vault is configured. */
    record NoVault() implements BuildRefusal {}

    /** It is to be made at an operator's cost, and no operator is configured. */
    record NoOperator() implements BuildRefusal {}

    /** The admin's key is the engine's own, or it is no key. Only an admin outside the engine can always take the policy signer out. */
    record AdminNotOutside(Address admin) implements BuildRefusal {}

    /** The account has a policy signer. It must be taken out before it is put in again, and before voters or threshold change. */
    record PolicySignerPresent(Array<Address> signers) implements BuildRefusal {}

    /** The account has no policy signer. */
    record PolicySignerAbsent(Address account) implements BuildRefusal {}

    /**
     * The account would have more signers than this service takes.
     *
     * @param needed with the voters that would make the engine necessary
     */
    record NoRoomForPolicySigner(int needed, int most) implements BuildRefusal {}

    /** The limit would be over from the beginning. */
    record LimitExpired(UnixTime expiration) implements BuildRefusal {}

    /**
     * Too many limits that the engine keeps, or signers with secp256k1 keys, are built and not on the chain yet. Submit or wait: what cannot land any
     * more is forgotten after a day.
     *
     * @param account whose they are; none: those of all accounts together
     * @param most so many may wait
     */
    record TooManyUnlanded(Option<Address> account, int most) implements Unavailable {}

    /** The key vault made no key. Try again later. */
    record VaultSilent(VaultFault fault) implements Unavailable {}

    /** The account has no admin. */
    record NoAdmin(Address account) implements BuildRefusal {}

    /**
     * The admin's address has no key: it belongs to a smart account or another program. If it is a smart account, prepare the change as
     * a transaction of that account.
     */
    record AdminCannotSign(Address admin) implements BuildRefusal {}

    /** The account has no admin and cannot get one. */
    record AdminCannotBeAdded(Address account) implements BuildRefusal {}

    /**
     * Spending limits name signers who would be removed.
     *
     * @param limits the limits that name each of them
     */
    record LeaversHoldLimits(Map<Address, Array<Address>> limits) implements BuildRefusal {}

    /** The change removes a limit and then enlarges the settings or adds a limit. The program cannot do both in one change: request two. */
    record MustBeTwoChanges() implements BuildRefusal {}

    /** The account has no transaction at this index. */
    record UnknownTransaction(long index) implements BuildRefusal {}

    /** The chain does not know the transaction that the cursor names. */
    record UnknownCursor() implements BuildRefusal {}

    /** The bytes to prepare are not a well-formed transaction. */
    record BadTransaction(String detail) implements BuildRefusal {}

    /** The transaction to prepare has no instructions, or the amount to transfer is zero. */
    record NothingToPrepare() implements BuildRefusal {}

    /**
     * The transaction to prepare contains an instruction of the smart account program that cannot be decoded exactly. The program might
     * execute it, but its effect could not be shown to anyone.
     *
     * @param index zero-based, among the transaction's instructions
     */
    record InstructionUnreadable(int index, String why) implements BuildRefusal {}

    /** This address has no key, so nobody can sign for it. */
    record NoKeyFor(Address address) implements BuildRefusal {}

    /** A signer in the transaction to prepare is an address that has no key. */
    record KeylessInside(Address signer) implements BuildRefusal {}

    /** The transaction to prepare writes to the proposal that would execute it. The program refuses that. */
    record WritesOwnProposal(Address proposal) implements BuildRefusal {}

    /** The account signs no instruction of the transaction to prepare. */
    record AccountDoesNotSign(Address account) implements BuildRefusal {}

    /**
     * The instructions to prepare are too long.
     *
     * @param limit {@code bytes} must be less
     */
    record InstructionsTooLong(int bytes, int limit) implements BuildRefusal {}

    /**
     * It does not fit into one transaction and cannot be split into several.
     *
     * @param fits how many entries of a list would fit; none if that is not known, or if two lists are too long
     */
    record DoesNotFit(int bytes, int limit, Option<FitsList> fits) implements BuildRefusal {}

    /**
     * How much of a list fits into one transaction.
     *
     * @param length of the list in the request
     * @param fits how many of its entries fit if the rest of the request stays the same
     */
    record FitsList(Kind kind, int length, int fits) {

        /** What the list contains. */
        public enum Kind {
            SIGNERS,
            SPENDING_LIMIT_SIGNERS,
            DESTINATIONS
        }
    }

    /** It needs several transactions. A durable nonce carries only one, because each use changes its value unpredictably. */
    record NonceCarriesOne(Address nonceAccount) implements BuildRefusal {}

    /**
     * The transaction to prepare, or the proposal to vote on, advances a durable nonce. A vault's transaction must not do that.
     *
     * @param instruction its index, zero-based
     */
    record NonceInside(int instruction, Address nonceAccount) implements BuildRefusal {}

    /** The chain has no lookup table at this address. */
    record TableMissing(Address table) implements BuildRefusal {}

    /** A lookup table was deactivated. It soon becomes unusable, so content that needs it could not be executed. */
    record TableDeactivated(Address table) implements BuildRefusal {}

    /**
     * A spending limit cannot move these tokens.
     *
     * @param account the mint or token account that prevents it
     */
    record TokensCannotMove(Address account, TokenObstacle why) implements BuildRefusal {}

    /** The transaction would name more accounts than any transaction may, with or without lookup tables. */
    record TooManyAccounts(int accounts, int limit) implements BuildRefusal {}

    /** The transaction would have more signers than its version allows, the payer included. */
    record TooManySigners(int signers, int limit) implements BuildRefusal {}

    /** The transaction would have more instructions than its version allows. */
    record TooManyInstructions(int instructions, int limit) implements BuildRefusal {}

    /**
     * The accounts of the execution do not fit into one transaction, even with a lookup table. A table cannot hold signers: their
     * addresses must be in the transaction itself.
     *
     * @param accounts number of accounts that it names
     * @param bytes size of the transaction
     * @param limit the most bytes of a transaction
     */
    record TooManyAccountsToExecute(int accounts, int bytes, int limit) implements BuildRefusal {}

    /** {@code creator} has opened the maximum number of buffers for large content. */
    record BuffersExhausted(Address creator, int buffers) implements BuildRefusal {}

    /** The chain's transaction format cannot express it. */
    record NotCompilable(String detail) implements BuildRefusal {}

    /** The requested fee payer has no key, as a smart account has none, so nobody can sign for it. */
    record PayerCannotSign(Address payer) implements BuildRefusal {}

    /** The request names no fee payer and no signer. */
    record NobodyPays() implements BuildRefusal {}

    /** The request names no voter. */
    record NobodyVotes() implements BuildRefusal {}

    /**
     * The balance is too low.
     *
     * @param account that would pay: a vault, or its token account
     * @param balance its balance in base units, as far as it is known; zero if the account does not exist
     * @param amount to be paid, in base units
     */
    record NotCovered(Address account, BaseUnits balance, BaseUnits amount) implements BuildRefusal {}

    /**
     * An account would keep less SOL than the chain's rent minimum.
     *
     * @param after its balance afterwards, in lamports
     * @param minimum the least balance above zero, in lamports
     */
    record BelowRentMinimum(Address account, BaseUnits after, BaseUnits minimum) implements BuildRefusal {}
}
