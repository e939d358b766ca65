package dev.mandate.ports.custody;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;

/** A transaction to be built. {@code account} is a smart account address. */
public sealed interface BuildRequest {

    BuildOptions options();

    /** The wire bytes that it carries; none for most requests. */
    default Bytes transactionBytes() {
        return Bytes.EMPTY;
    }

    /**
     * Make an account.
     *
     * @param createKey a fresh key, which signs once and names the account
     * @param payer pays rent and fee, unless the options name another
     */
    record CreateAccount(Address createKey, Address payer, Command.CreateAccount terms, BuildOptions options)
            implements BuildRequest {}

    /** A request about an account that is there. */
    sealed interface OnAccount extends BuildRequest {
        Address account();
    }

    /** Change settings. */
    record ChangeSettings(
            Address account,
            Array<SettingsEdit> edits,
            Authority authority,
            LeaversLimits leaversLimits,
            BuildOptions options)
            implements OnAccount {
        public ChangeSettings(
                Address account,
                Iterable<SettingsEdit> edits,
                Authority authority,
                LeaversLimits leaversLimits,
                BuildOptions options) {
            this(account, Array.ofAll(edits), authority, leaversLimits, options);
        }
    }

    /**
     * Hand the admin's control over, or give it up for good. By the admin alone.
     *
     * @param edits what the admin changes before, in the same transaction; all of it happens or nothing
     */
    record HandOverAdmin(
            Address account,
            Array<SettingsEdit> edits,
            LeaversLimits leaversLimits,
            AdminControl next,
            BuildOptions options)
            implements OnAccount {

        public HandOverAdmin(
                Address account,
                Iterable<SettingsEdit> edits,
                LeaversLimits leaversLimits,
                AdminControl next,
                BuildOptions options) {
            this(account, Array.ofAll(edits), leaversLimits, next, options);
        }

        /** Hand over, and change nothing else. */
        public HandOverAdmin(Address account, AdminControl next, BuildOptions options) {
            this(account, Array.empty(), LeaversLimits.REFUSE, next, options);
        }
    }

    /**
     * Make a spending limit.
     *
     * @param terms with a fresh create key, which need not sign
     */
    record AddLimit(Address account, LimitTerms terms, Authority authority, BuildOptions options)
            implements OnAccount {}

    /** Remove a spending limit. */
    record RemoveLimit(Address account, Address limit, Authority authority, BuildOptions options)
            implements OnAccount {}

    /** Put another limit in the place of one, in one change: what was spent of the old one does not count. */
    record ReplaceLimit(Address account, Address limit, LimitTerms terms, Authority authority, BuildOptions options)
            implements OnAccount {}

    /** Spend within a limit. The time lock does not apply. */
    record UseLimit(
            Address account,
            Address limit,
            Address signer,
            Address destination,
            BaseUnits amount,
            BuildOptions options)
            implements OnAccount {}

    /**
     * Do what {@code transaction} says, as the account: propose, approve and execute at once; with a time lock, up to the
     * approvals.
     *
     * @param transaction wire bytes. Its lifetime and signatures are not used; nor is its fee payer, unless an instruction names
     *     that address too: then it signs there as well, since a message says who signs and not for what
     * @param signers who is ready to sign; the fewest sufficient are asked
     */
    record Prepare(Address account, Bytes transaction, Array<Address> signers, BuildOptions options)
            implements OnAccount {
        public Prepare(Address account, Bytes transaction, Iterable<Address> signers, BuildOptions options) {
            this(account, transaction, Array.ofAll(signers), options);
        }

        @Override
        public Bytes transactionBytes() {
            return transaction;
        }
    }

    /**
     * Pay: {@link Prepare} for the commonest case, with the instructions made here. Where the receiver has no account for the token yet, the
     * payment makes it, and the smart account pays its rent.
     *
     * @param to who receives it: no token account
     * @param signers who is ready to sign; the fewest sufficient are asked
     */
    record Transfer(
            Address account, Address to, Token token, BaseUnits amount, Array<Address> signers, BuildOptions options)
            implements OnAccount {
        public Transfer(
                Address account, Address to, Token token, BaseUnits amount, Iterable<Address> signers, BuildOptions options) {
            this(account, to, token, amount, Array.ofAll(signers), options);
        }
    }

    /** Put something to the vote, for people who sign apart. */
    record Propose(Address account, Proposable content, Address proposer, BuildOptions options)
            implements OnAccount {
        @Override
        public Bytes transactionBytes() {
            return switch (content) {
                case Proposable.Transaction(Bytes transaction) -> transaction;
                case Proposable.Settings settings -> Bytes.EMPTY;
            };
        }
    }

    /** Open a draft for votes. */
    record Activate(Address account, long index, Address signer, BuildOptions options) implements OnAccount {}

    /**
     * Vote.
     *
     * @param voters in one transaction; of those who approve no more than are needed are asked
     */
    record CastVotes(Address account, long index, Vote vote, Array<Address> voters, BuildOptions options)
            implements OnAccount {
        public CastVotes(Address account, long index, Vote vote, Iterable<Address> voters, BuildOptions options) {
            this(account, index, vote, Array.ofAll(voters), options);
        }
    }

    /**
     * Execute what was approved.
     *
     * @param signers who is ready to sign; the first who may is asked
     */
    record Execute(Address account, long index, Array<Address> signers, BuildOptions options)
            implements OnAccount {
        public Execute(Address account, long index, Iterable<Address> signers, BuildOptions options) {
            this(account, index, Array.ofAll(signers), options);
        }
    }

    /**
     * Give back the rent of a transaction that is over.
     *
     * @param payer pays the fee; anyone may
     */
    record Close(Address account, long index, Address payer, BuildOptions options) implements OnAccount {}
}
