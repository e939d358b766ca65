package dev.mandate.simulator.squads;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.Arguments;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.terms.TransactionTerms;
import io.vavr.control.Option;
import java.util.function.BiFunction;

/** {@code proposal_create}, {@code _activate}, {@code _approve}, {@code _reject}, {@code _cancel} and {@code _cancel_v2}. */
final class Proposals {

    private Proposals() {}

    private record CreateArgs(long index, boolean draft) {
        static CreateArgs read(ByteReader in) {
            return new CreateArgs(in.u64(), in.bool());
        }
    }

    static void create(Invocation invocation) {
        CreateArgs args = Arguments.read(invocation.data(), CreateArgs::read);
        AccountList accounts = new AccountList(invocation);
        Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
        RunningAccount proposal = accounts.unchecked();
        RunningAccount creator = accounts.signer();
        RunningAccount rentPayer = accounts.signer();
        accounts.systemProgram();
        ProgramDerivedAddress derived = SquadsAccounts.ADDRESSES.proposal(SquadsAccounts.settings(multisig), args.index());
        int members = multisig.content().members().size();
        Constraint.init(invocation, proposal, derived, rentPayer, () -> ProposalAccount.size(members));
        SquadsAccounts.requireAddress(multisig);
        Constraint.mut(rentPayer);

        // The domain counts in 63 bits. A greater index exceeds the newest transaction in any case.
        long index = args.index() < 0 ? Long.MAX_VALUE : args.index();
        SmartAccount after = Rules.apply(
                Rules.account(multisig.content()),
                new Command.CreateProposal(creator.address(), index, args.draft()),
                invocation.now().time());
        write(proposal, after, SquadsAccounts.settings(multisig), index, derived.bump());
    }

    static void activate(Invocation invocation) {
        Voting voting = Voting.read(new AccountList(invocation));
        voting.apply(invocation, Command.ActivateProposal::new);
    }

    static void approve(Invocation invocation) {
        vote(invocation, Vote.APPROVE);
    }

    static void reject(Invocation invocation) {
        vote(invocation, Vote.REJECT);
    }

    /** The old form, which fails if the proposal has no room for one more vote. */
    static void cancel(Invocation invocation) {
        vote(invocation, Vote.CANCEL);
    }

    /** The current form. The member that cancels pays for more room if members were added since. */
    static void cancelWithRoom(Invocation invocation) {
        readMemo(invocation);
        AccountList accounts = new AccountList(invocation);
        Voting voting = Voting.read(accounts);
        accounts.systemProgram();
        SmartAccount after = voting.decide(invocation, Proposals::cancellation);
        int length = ProposalAccount.size(voting.multisig.content().members().size());
        SquadsAccounts.grow(invocation, voting.proposal.view(), length, Option.some(voting.member), true);
        voting.write(after);
    }

    private static Command cancellation(Address by, Long index) {
        return new Command.CastVote(by, index, Vote.CANCEL);
    }

    private static void vote(Invocation invocation, Vote vote) {
        readMemo(invocation);
        Voting voting = Voting.read(new AccountList(invocation));
        voting.apply(invocation, (by, index) -> new Command.CastVote(by, index, vote));
    }

    private static void readMemo(Invocation invocation) {
        Arguments.requireMemo(invocation.data());
    }

    private static void write(RunningAccount view, SmartAccount account, SettingsAddress multisig, long index, int bump) {
        Stored.write(
                view,
                TransactionTerms.write(
                        account.transactions()
                                .get(index)
                                .flatMap(ManagedTransaction::proposal)
                                .get(),
                        multisig,
                        index,
                        bump));
    }

    /** The accounts of every step on a proposal. */
    private record Voting(Stored<MultisigAccount> multisig, RunningAccount member, Stored<ProposalAccount> proposal) {

        static Voting read(AccountList accounts) {
            Stored<MultisigAccount> multisig = accounts.stored(MultisigAccount::decode);
            RunningAccount member = accounts.signer();
            Stored<ProposalAccount> proposal = accounts.stored(ProposalAccount::decode);
            SquadsAccounts.requireAddress(multisig);
            Constraint.mut(member);
            SquadsAccounts.requireAddress(multisig, proposal, proposal.content().transactionIndex());
            return new Voting(multisig, member, proposal);
        }

        void apply(Invocation invocation, BiFunction<Address, Long, Command> command) {
            write(decide(invocation, command));
        }

        SmartAccount decide(Invocation invocation, BiFunction<Address, Long, Command> command) {
            SmartAccount account = Rules.account(multisig.content()).with(Rules.votes(proposal.content()));
            return Rules.apply(
                    account,
                    command.apply(member.address(), proposal.content().transactionIndex()),
                    invocation.now().time());
        }

        void write(SmartAccount after) {
            Proposals.write(
                    proposal.view(),
                    after,
                    SquadsAccounts.settings(multisig),
                    proposal.content().transactionIndex(),
                    proposal.content().bump());
        }
    }
}
