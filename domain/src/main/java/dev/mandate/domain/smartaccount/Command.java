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

/** What can be asked of a smart account. {@code by} has signed; {@code index} names a transaction. */
public sealed interface Command {

    /** Make the account. */
    record CreateAccount(
            Array<Signer> signers,
            Threshold threshold,
            TimeLock timeLock,
            AdminControl admin,
            Option<Address> rentCollector)
            implements Command {

        /** An account of equals: everybody may do everything, {@code threshold} of them decide, and nothing else is set. */
        public static CreateAccount ofEquals(int threshold, Address... signers) {
            return new CreateAccount(
                    Array.of(signers).map(signer -> new Signer(signer, Permissions.ALL)),
                    new Threshold(threshold),
                    TimeLock.NONE,
                    new AdminControl.None(),
                    Option.none());
        }
    }

    /** Write down what shall be voted on; it gets the next index. */
    record CreateTransaction(Address by, TransactionContent content) implements Command {}

    /** Make the proposal to a recorded transaction: open for votes, or as a draft. */
    record CreateProposal(Address by, long index, boolean draft) implements Command {}

    /** Open a draft for votes. */
    record ActivateProposal(Address by, long index) implements Command {}

    /** Vote on a proposal. */
    record CastVote(Address by, long index, Vote vote) implements Command {}

    /** Carry out what was approved. */
    record Execute(Address by, long index) implements Command {}

    /**
     * Give back the rent of a transaction that is over. Anyone may.
     *
     * @param collector where the rent shall go; must be the account's rent collector
     */
    record Close(long index, Address collector) implements Command {}

    /** Change settings at once, as the admin. */
    record ChangeAsAdmin(Address by, SettingsAction action) implements Command {}

    /** Hand the admin's control to someone else, or to nobody, which is final. As the admin. */
    record HandOver(Address by, AdminControl next) implements Command {}

    /**
     * Spend within a limit.
     *
     * @param limit the limit's address
     */
    record Spend(Address by, Address limit, Address destination, BaseUnits amount) implements Command {}
}
