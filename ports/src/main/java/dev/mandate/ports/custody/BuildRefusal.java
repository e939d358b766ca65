package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.program.GiveawayWarning;
import dev.mandate.ports.program.LayoutProblem;
import dev.mandate.ports.program.TokenObstacle;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Why nothing was built. */
public sealed interface BuildRefusal {

    /**
     * Several things speak against it, each of which is enough.
     *
     * @param all at least two, none of them several itself
     */
    record Several(Array<BuildRefusal> all) implements BuildRefusal {
        public Several {
            if (all.length() < 2 || all.exists(one -> one instanceof Several)) {
                throw new IllegalArgumentException("not several refusals: " + all);
            }
        }
    }

    /**
     * All of {@code refusals} as one, each once. Where anything is refused for good, that a chain did not answer to another question is
     * not told.
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

    /** These refusals as one, if there are any. */
    static Either<BuildRefusal, Array<BuildRefusal>> unless(Array<BuildRefusal> refusals) {
        return refusals.isEmpty() ? Either.right(refusals) : Either.left(of(refusals));
    }

    /** What it consists of: itself, unless it is several. */
    default Array<BuildRefusal> each() {
        return this instanceof Several(var all) ? all : Array.of(this);
    }

    /** The chain gave no answer; ask again later. */
    record ChainSilent(ChainFault fault) implements BuildRefusal {}

    /** No such account is known here. One that is on the chain can be registered. */
    record UnknownAccount(Address account) implements BuildRefusal {}

    /** Nothing is on the chain at this address (yet): a known account's settings, a mint, a lookup table, a nonce account. */
    record NotOnChain(Address address) implements BuildRefusal {}

    /** What stands on the chain at this address is not what was expected there. */
    record UnexpectedAccount(Address address, LayoutProblem problem) implements BuildRefusal {}

    /** A rule of the account forbids it. */
    record Forbidden(Refusal refusal) implements BuildRefusal {}

    /** No rule forbids it, and it would be a mistake. */
    record Unwise(Warning caution) implements BuildRefusal {}

    /**
     * Those who are ready to sign do not suffice.
     *
     * @param problems all of them
     */
    record SignersInsufficient(Array<RoleProblem> problems) implements BuildRefusal {}

    /** There is no admin by whose right anything could be done. */
    record NoAdmin(Address account) implements BuildRefusal {}

    /**
     * Nobody has a key for the admin's address: it is a smart account, which signs no transaction itself, or another program's. With a
     * smart account, prepare the change as a transaction of that account.
     */
    record AdminCannotSign(Address admin) implements BuildRefusal {}

    /** An account without an admin cannot get one. */
    record AdminCannotBeAdded(Address account) implements BuildRefusal {}

    /**
     * Spending limits name signers who would leave.
     *
     * @param limits who is named by which limits
     */
    record LeaversHoldLimits(Map<Address, Array<Address>> limits) implements BuildRefusal {}

    /** The program cannot remove a limit and then make room, for new signers or another limit, in one change: ask for two. */
    record MustBeTwoChanges() implements BuildRefusal {}

    /** There is no transaction at this index. */
    record UnknownTransaction(long index) implements BuildRefusal {}

    /** The chain knows nothing of the place from which a list was to go on. */
    record UnknownCursor() implements BuildRefusal {}

    /** What was given to be prepared is no well-formed transaction. */
    record BadTransaction(String detail) implements BuildRefusal {}

    /** What was given to be prepared does nothing. */
    record NothingToPrepare() implements BuildRefusal {}

    /**
     * An instruction of the smart account program, given to be prepared, does not read exactly as one that is known here. The program may
     * well carry it out, and nobody could be shown what it does.
     *
     * @param index zero-based, among the transaction's instructions
     */
    record InstructionUnreadable(int index, String why) implements BuildRefusal {}

    /** Nobody holds a key for this address, so nobody could sign for it. */
    record NoKeyFor(Address address) implements BuildRefusal {}

    /** Nobody holds a key for who would become admin, and it is no account known here: the settings would be locked for good. */
    record KeylessAdmin(Address admin) implements BuildRefusal {}

    /** Nobody holds a key for an address that signs in what was given to be prepared. */
    record KeylessInside(Address signer) implements BuildRefusal {}

    /**
     * An account would become a signer of itself, though it signs only what its signers have approved.
     *
     * @param own the account's address, or that of its settings
     */
    record AccountAsOwnSigner(Address own) implements BuildRefusal {}

    /** What was given to be prepared writes to the very proposal that would execute it, which the program refuses. */
    record WritesOwnProposal(Address proposal) implements BuildRefusal {}

    /** The account signs nowhere in what was given to be prepared. */
    record AccountDoesNotSign(Address account) implements BuildRefusal {}

    /**
     * The instructions given to be prepared are too long.
     *
     * @param limit they must stay below it
     */
    record InstructionsTooLong(int bytes, int limit) implements BuildRefusal {}

    /**
     * It does not fit one transaction, and can't be divided among several.
     *
     * @param fits how many of a list's entries would fit; none if that is not known, or another list is too long
     */
    record DoesNotFit(int bytes, int limit, Option<FitsList> fits) implements BuildRefusal {}

    /**
     * How much of a list fits one transaction.
     *
     * @param length of the list as it came
     * @param fits how many of its entries, with everything else as it is
     */
    record FitsList(Kind kind, int length, int fits) {

        /** What is listed. */
        public enum Kind {
            SIGNERS,
            SPENDING_LIMIT_SIGNERS,
            DESTINATIONS
        }
    }

    /** It would be several transactions, and a durable nonce carries one: each use gives it another value, which nobody knows before. */
    record NonceCarriesOne(Address nonceAccount) implements BuildRefusal {}

    /** The host doesn't list this durable nonce for the account. */
    record NonceNotAllowed(Address nonceAccount) implements BuildRefusal {}

    /**
     * What was given to be prepared, or stands there to be voted on, advances a durable nonce: inside a vault's transaction none may move.
     *
     * @param instruction zero-based
     */
    record NonceInside(int instruction, Address nonceAccount) implements BuildRefusal {}

    /**
     * A transaction would pay too much to be preferred.
     *
     * @param fee in lamports
     * @param limit the most that the host allows
     */
    record PriorityFeeTooHigh(BaseUnits fee, BaseUnits limit) implements BuildRefusal {}

    /**
     * What was given to be prepared gives something away for good: it is built only for who names these in
     * {@link BuildOptions#acknowledged}.
     *
     * @param warnings those that were not named
     */
    record NeedsAcknowledgement(Array<GiveawayWarning> warnings) implements BuildRefusal {}

    /** A lookup table was deactivated: it can soon be used no more, and what needs it could never be executed. */
    record TableDeactivated(Address table) implements BuildRefusal {}

    /**
     * Tokens can't be moved so within a limit.
     *
     * @param account a mint or a token account
     */
    record TokensCannotMove(Address account, TokenObstacle why) implements BuildRefusal {}

    /** More accounts would be named at once than a transaction may name, however they are spelled. */
    record TooManyAccounts(int accounts, int limit) implements BuildRefusal {}

    /**
     * The accounts of an execution don't fit one transaction even if a lookup table holds all that a table can: who signs must stand in
     * the transaction itself.
     *
     * @param accounts that it names
     */
    record TooManyAccountsToExecute(int accounts, int bytes, int limit) implements BuildRefusal {}

    /** Someone has opened all the buffers for large content that they can. */
    record BuffersExhausted(Address creator, int buffers) implements BuildRefusal {}

    /** The chain's format cannot spell it. */
    record NotCompilable(String detail) implements BuildRefusal {}

    /** Nobody can sign for the fee payer that was named: no key does, as for a smart account. */
    record PayerCannotSign(Address payer) implements BuildRefusal {}

    /** The operator's fee payer would pay: it pays for creations alone. */
    record OperatorAsPayer(Address operator) implements BuildRefusal {}

    /** The operator's fee payer would become admin: it signs nothing but creations, and so would lock the settings for good. */
    record OperatorAsAdmin(Address operator) implements BuildRefusal {}

    /** The operator's fee payer would become a signer: it signs nothing but creations, and so would never vote. */
    record OperatorAsSigner(Address operator) implements BuildRefusal {}

    /** The operator's fee payer would become signer of a spending limit: it signs nothing but creations, and so would never spend. */
    record OperatorAsSpender(Address operator) implements BuildRefusal {}

    /** The operator's fee payer would have to sign, now or when what is put to the vote is executed: it signs nothing but creations. */
    record OperatorCannotSign(Address operator) implements BuildRefusal {}

    /** Nobody is named who could pay or sign. */
    record NobodyPays() implements BuildRefusal {}

    /** No voter is named. */
    record NobodyVotes() implements BuildRefusal {}

    /** Tokens are to go to a token account or a mint: its owner could not reach them. Name the receiver instead. */
    record DestinationHoldsTokens(Address destination) implements BuildRefusal {}

    /**
     * The money is not there.
     *
     * @param account which would pay: a vault, or its token account
     * @param balance what it has, as far as it is known; zero if it is not there
     * @param amount what is asked of it
     */
    record NotCovered(Address account, BaseUnits balance, BaseUnits amount) implements BuildRefusal {}

    /**
     * An account would be left with too little SOL for the chain to let it stand.
     *
     * @param after what it would have, in lamports
     * @param minimum what it must have if it is not to be empty
     */
    record BelowRentMinimum(Address account, BaseUnits after, BaseUnits minimum) implements BuildRefusal {}
}
