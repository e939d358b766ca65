package dev.mandate.ports.spi.program;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * One operation on an account, with everything that its instruction needs: the rent payer, lookup tables, token accounts. {@link
 * #command} is its part for the rules.
 */
public sealed interface Operation {

    /** The command for the rules. */
    Command command();

    /**
     * Make an account.
     *
     * @param createKey signs once; the addresses are derived from it
     * @param payer pays the rent and the program's fee
     */
    record CreateAccount(
            Address createKey, Address payer, CreationTerms terms, Command.CreateAccount command, Option<Memo> memo)
            implements Operation {}

    /**
     * Record the content of a transaction, to be voted on.
     *
     * @param index the account's next
     */
    record CreateTransaction(
            Address by, Address rentPayer, long index, TransactionContent content, Option<Memo> memo)
            implements Operation {
        @Override
        public Command command() {
            return new Command.CreateTransaction(by, content);
        }
    }

    /** Create a proposal for it. */
    record CreateProposal(Address by, Address rentPayer, long index) implements Operation {
        @Override
        public Command command() {
            return new Command.CreateProposal(by, index, false);
        }
    }

    /** Open a draft for votes. */
    record ActivateProposal(Address by, long index) implements Operation {
        @Override
        public Command command() {
            return new Command.ActivateProposal(by, index);
        }
    }

    /**
     * Vote.
     *
     * @param by also pays if a cancellation takes more room because signers were added
     * @param alsoSigning sign the transaction, and do not vote
     */
    record CastVote(Address by, long index, Vote vote, Option<Memo> memo, Array<Address> alsoSigning) implements Operation {

        /** Nobody else signs for it. */
        public CastVote(Address by, long index, Vote vote, Option<Memo> memo) {
            this(by, index, vote, memo, Array.empty());
        }

        /** The same vote with other signers beside it. */
        public CastVote signedAlsoBy(Array<Address> others) {
            return new CastVote(by, index, vote, memo, others);
        }

        @Override
        public Command command() {
            return new Command.CastVote(by, index, vote);
        }
    }

    /** Execute a change of settings. */
    record ExecuteChange(Address by, Address rentPayer, long index, TransactionContent.SettingsChange change)
            implements Operation {
        @Override
        public Command command() {
            return new Command.Execute(by, index);
        }
    }

    /**
     * Execute the instructions that a vault signs.
     *
     * @param tables every lookup table that the instructions use
     */
    record ExecuteInstructions(
            Address by, long index, TransactionContent.VaultInstructions instructions, Seq<LookupTable> tables)
            implements Operation {
        @Override
        public Command command() {
            return new Command.Execute(by, index);
        }
    }

    /** Close a finished transaction and return its rent. */
    record Close(long index, Address collector, TransactionContent content) implements Operation {
        @Override
        public Command command() {
            return new Command.Close(index, collector);
        }
    }

    /**
     * Change a setting as admin, without a vote.
     *
     * @param rentPayer pays if the account must grow; receives a removed limit's rent
     */
    record ChangeAsAdmin(Address by, Address rentPayer, SettingsAction action, Option<Memo> memo)
            implements Operation {
        @Override
        public Command command() {
            return new Command.ChangeAsAdmin(by, action);
        }
    }

    /** Hand the control over to another admin, or give it up. */
    record HandOver(Address by, Address rentPayer, AdminControl next, Option<Memo> memo) implements Operation {
        @Override
        public Command command() {
            return new Command.HandOver(by, next);
        }
    }

    /**
     * Spend within a limit.
     *
     * @param vaultIndex the vault that the limit spends from
     */
    record Spend(
            Address by,
            Address limit,
            int vaultIndex,
            Address destination,
            BaseUnits amount,
            SpendRoute route,
            Option<Memo> memo)
            implements Operation {
        @Override
        public Command command() {
            return new Command.Spend(by, limit, destination, amount);
        }
    }
}
