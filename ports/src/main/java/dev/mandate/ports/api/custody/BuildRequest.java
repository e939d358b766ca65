package dev.mandate.ports.api.custody;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.RequestedTerms;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import java.util.Objects;

/** A request to build a transaction. {@code account} is a smart account address, {@code index} the number of an account's transaction. */
public sealed interface BuildRequest {

    BuildOptions options();

    /** The wire bytes in the request; empty for most requests. */
    default Bytes transactionBytes() {
        return Bytes.EMPTY;
    }

    /**
     * Creates an account.
     *
     * @param createKey a fresh key, which signs once; the account's address follows from it
     * @param payer pays rent and fee, unless the options name another payer
     */
    record CreateAccount(Address createKey, Address payer, Command.CreateAccount terms, BuildOptions options)
            implements BuildRequest {
        public CreateAccount {
            Objects.requireNonNull(createKey, "createKey");
            Objects.requireNonNull(payer, "payer");
            Objects.requireNonNull(terms, "terms");
            Objects.requireNonNull(options, "options");
        }
    }

    /** A request about an existing account. */
    sealed interface OnAccount extends BuildRequest {
        Address account();
    }

    /** Changes settings. */
    record ChangeSettings(
            Address account,
            Array<SettingsEdit> edits,
            Authority authority,
            LeaversLimits leaversLimits,
            BuildOptions options)
            implements OnAccount {
        public ChangeSettings {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(edits, "edits");
            Objects.requireNonNull(authority, "authority");
            Objects.requireNonNull(leaversLimits, "leaversLimits");
            Objects.requireNonNull(options, "options");
        }

        public ChangeSettings(
                Address account,
                Iterable<SettingsEdit> edits,
                Authority authority,
                LeaversLimits leaversLimits,
                BuildOptions options) {
            this(account, Array.ofAll(Objects.requireNonNull(edits, "edits")), authority, leaversLimits, options);
        }
    }

    /**
     * Transfers the admin's control to another address, or gives it up for good. Only the admin can do this.
     *
     * @param edits changes that the admin makes before, in the same transaction; everything happens or nothing
     */
    record HandOverAdmin(
            Address account,
            Array<SettingsEdit> edits,
            LeaversLimits leaversLimits,
            AdminControl next,
            BuildOptions options)
            implements OnAccount {
        public HandOverAdmin {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(edits, "edits");
            Objects.requireNonNull(leaversLimits, "leaversLimits");
            Objects.requireNonNull(next, "next");
            Objects.requireNonNull(options, "options");
        }

        public HandOverAdmin(
                Address account,
                Iterable<SettingsEdit> edits,
                LeaversLimits leaversLimits,
                AdminControl next,
                BuildOptions options) {
            this(account, Array.ofAll(Objects.requireNonNull(edits, "edits")), leaversLimits, next, options);
        }

        /** Changes nothing else. */
        public HandOverAdmin(Address account, AdminControl next, BuildOptions options) {
            this(account, Array.empty(), LeaversLimits.REFUSE, next, options);
        }
    }

    /**
     * Makes voters of the engine necessary, by the admin: nobody approves anything without them, and they approve nothing that a policy or filter
     * vetoes. The admin's key must be outside the engine. Takes a vault.
     */
    record AddPolicySigner(Address account, BuildOptions options) implements OnAccount {
        public AddPolicySigner {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(options, "options");
        }
    }

    /** Takes the engine's voters out, by the admin. */
    record RemovePolicySigner(Address account, BuildOptions options) implements OnAccount {
        public RemovePolicySigner {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(options, "options");
        }
    }

    /**
     * Creates a spending limit.
     *
     * @param terms with a fresh create key, which does not sign. {@link PolicyTerms} take a vault
     */
    record AddLimit(Address account, RequestedTerms terms, Authority authority, BuildOptions options)
            implements OnAccount {
        public AddLimit {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(terms, "terms");
            Objects.requireNonNull(authority, "authority");
            Objects.requireNonNull(options, "options");
        }
    }

    /** Removes a spending limit. */
    record RemoveLimit(Address account, Address limit, Authority authority, BuildOptions options)
            implements OnAccount {
        public RemoveLimit {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(authority, "authority");
            Objects.requireNonNull(options, "options");
        }
    }

    /** Replaces a spending limit in one change. What was spent within the old limit does not count against the new one. */
    record ReplaceLimit(Address account, Address limit, RequestedTerms terms, Authority authority, BuildOptions options)
            implements OnAccount {
        public ReplaceLimit {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(terms, "terms");
            Objects.requireNonNull(authority, "authority");
            Objects.requireNonNull(options, "options");
        }
    }

    /** Pays within a spending limit. The time lock does not apply. */
    record UseLimit(
            Address account,
            Address limit,
            Address signer,
            Address destination,
            BaseUnits amount,
            BuildOptions options)
            implements OnAccount {
        public UseLimit {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(limit, "limit");
            Objects.requireNonNull(signer, "signer");
            Objects.requireNonNull(destination, "destination");
            Objects.requireNonNull(amount, "amount");
            Objects.requireNonNull(options, "options");
        }
    }

    /**
     * Executes the instructions of {@code transaction} as the account. The plan proposes, approves and executes them at once. If there is
     * a time lock, it only proposes and approves.
     *
     * @param transaction wire bytes. Its lifetime and signatures are ignored. Its fee payer is ignored unless an instruction names that
     *     address: a message says who signs but not for which instruction, so it counts as a signer there
     * @param signers those who are ready to sign, of whom the plan uses as few as suffice; or, by {@link BuildOptions#signing}, all of
     *     whom sign
     */
    record Prepare(Address account, Bytes transaction, Array<Address> signers, BuildOptions options)
            implements OnAccount {
        public Prepare {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(transaction, "transaction");
            Objects.requireNonNull(signers, "signers");
            Objects.requireNonNull(options, "options");
        }

        public Prepare(Address account, Bytes transaction, Iterable<Address> signers, BuildOptions options) {
            this(account, transaction, Array.ofAll(Objects.requireNonNull(signers, "signers")), options);
        }

        @Override
        public Bytes transactionBytes() {
            return transaction;
        }
    }

    /**
     * Pays from the vault. It is a {@link Prepare} whose instructions are made here. If the receiver has no account for the token, the
     * payment creates one and the smart account pays its rent.
     *
     * @param to the receiving wallet, not a token account
     * @param signers those who are ready to sign, of whom the plan uses as few as suffice; or, by {@link BuildOptions#signing}, all of
     *     whom sign
     */
    record Transfer(
            Address account, Address to, Token token, BaseUnits amount, Array<Address> signers, BuildOptions options)
            implements OnAccount {
        public Transfer {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(to, "to");
            Objects.requireNonNull(token, "token");
            Objects.requireNonNull(amount, "amount");
            Objects.requireNonNull(signers, "signers");
            Objects.requireNonNull(options, "options");
        }

        public Transfer(
                Address account, Address to, Token token, BaseUnits amount, Iterable<Address> signers, BuildOptions options) {
            this(account, to, token, amount, Array.ofAll(Objects.requireNonNull(signers, "signers")), options);
        }
    }

    /** Creates a proposal, for signers who vote separately. */
    record Propose(Address account, Proposable content, Address proposer, BuildOptions options)
            implements OnAccount {
        public Propose {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(content, "content");
            Objects.requireNonNull(proposer, "proposer");
            Objects.requireNonNull(options, "options");
        }

        @Override
        public Bytes transactionBytes() {
            return switch (content) {
                case Proposable.Transaction(Bytes transaction) -> transaction;
                case Proposable.Settings settings -> Bytes.EMPTY;
            };
        }
    }

    /**
     * Creates a nonce account, at the payer's cost. Transactions of the account can use it once it is listed ({@link NonceAccounts}).
     *
     * @param nonceAccount a fresh key, which signs once
     * @param authority a signer of the account, who signs each transaction with this nonce; pays, unless the options name another payer
     */
    record CreateNonceAccount(Address account, Address nonceAccount, Address authority, BuildOptions options)
            implements OnAccount {
        public CreateNonceAccount {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(nonceAccount, "nonceAccount");
            Objects.requireNonNull(authority, "authority");
            Objects.requireNonNull(options, "options");
        }
    }

    /**
     * Opens a draft for votes: a draft proposal, or content that was recorded without a proposal, of whatever kind. A proposal is created at the
     * payer's cost.
     *
     * @param signer needs the right to initiate; to create the proposal the right to vote suffices
     */
    record Activate(Address account, long index, Address signer, BuildOptions options) implements OnAccount {
        public Activate {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(signer, "signer");
            Objects.requireNonNull(options, "options");
        }
    }

    /**
     * Votes on a proposal, in one transaction.
     *
     * @param voters no more of them vote than the decision needs; by {@link BuildOptions#signing} the others sign all the same
     */
    record CastVotes(Address account, long index, Vote vote, Array<Address> voters, BuildOptions options)
            implements OnAccount {
        public CastVotes {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(vote, "vote");
            Objects.requireNonNull(voters, "voters");
            Objects.requireNonNull(options, "options");
        }

        public CastVotes(Address account, long index, Vote vote, Iterable<Address> voters, BuildOptions options) {
            this(account, index, vote, Array.ofAll(Objects.requireNonNull(voters, "voters")), options);
        }
    }

    /**
     * Executes an approved transaction.
     *
     * @param signers those who are ready to sign; the plan uses the first who may execute
     */
    record Execute(Address account, long index, Array<Address> signers, BuildOptions options)
            implements OnAccount {
        public Execute {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(signers, "signers");
            Objects.requireNonNull(options, "options");
        }

        public Execute(Address account, long index, Iterable<Address> signers, BuildOptions options) {
            this(account, index, Array.ofAll(Objects.requireNonNull(signers, "signers")), options);
        }
    }

    /**
     * Closes a transaction that is over, which returns its rent.
     *
     * @param payer pays the fee; any address may
     */
    record Close(Address account, long index, Address payer, BuildOptions options) implements OnAccount {
        public Close {
            Objects.requireNonNull(account, "account");
            Objects.requireNonNull(payer, "payer");
            Objects.requireNonNull(options, "options");
        }
    }
}
