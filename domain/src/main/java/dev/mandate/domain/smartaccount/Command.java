package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** A command to a smart account. {@code by} has signed; {@code index} names a transaction. */
public sealed interface Command {

    /** Create the account. */
    record CreateAccount(
            Array<Signer> signers,
            Threshold threshold,
            TimeLock timeLock,
            AdminControl admin,
            Option<Address> rentCollector)
            implements Command {

        /** Returns a creation whose signers all have every permission, without time lock, admin and rent collector. */
        public static CreateAccount ofEquals(int threshold, Address... signers) {
            return new CreateAccount(
                    Array.of(signers).map(signer -> new Signer(signer, Permissions.ALL)),
                    new Threshold(threshold),
                    TimeLock.NONE,
                    new AdminControl.None(),
                    Option.none());
        }
    }

    /** Record the content of a new transaction, which gets the next index. */
    record CreateTransaction(Address by, TransactionContent content) implements Command {}

    /** Create the proposal of a recorded transaction: open for votes, or a draft. */
    record CreateProposal(Address by, long index, boolean draft) implements Command {}

    /** Open a draft for votes. */
    record ActivateProposal(Address by, long index) implements Command {}

    /** Vote on a proposal. */
    record CastVote(Address by, long index, Vote vote) implements Command {}

    /** Execute an approved transaction. */
    record Execute(Address by, long index) implements Command {}

    /**
     * Close the accounts of a finished transaction and return their rent. Anyone may do this.
     *
     * @param collector receives the rent; must be the account's rent collector
     */
    record Close(long index, Address collector) implements Command {}

    /** The admin changes settings directly. */
    record ChangeAsAdmin(Address by, SettingsAction action) implements Command {}

    /** The admin hands the control to another address, or to none, which is final. */
    record HandOver(Address by, AdminControl next) implements Command {}

    /**
     * Spend within a limit.
     *
     * @param limit the limit's address
     */
    record Spend(Address by, Address limit, Address destination, BaseUnits amount) implements Command {}
}
