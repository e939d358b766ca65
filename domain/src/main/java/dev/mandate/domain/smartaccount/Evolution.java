package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.control.Option;

/** Applies events to the state. An event that cannot follow means a broken history. */
final class Evolution {

    private Evolution() {}

    static SmartAccount evolve(Option<SmartAccount> state, Event event) {
        if (event instanceof Event.AccountCreated(Settings settings)) {
            if (state.isDefined()) {
                throw broken(event);
            }
            return SmartAccount.of(settings);
        }
        return evolve(state.getOrElseThrow(() -> broken(event)), event);
    }

    private static SmartAccount evolve(SmartAccount account, Event event) {
        return switch (event) {
            case Event.AccountCreated created -> throw broken(event);
            case Event.TransactionCreated(long index, Address by, TransactionContent content) ->
                account.withSettings(account.settings().withNextTransaction())
                        .with(ManagedTransaction.recorded(index, content));
            case Event.ProposalDrafted(long index, Address by, UnixTime at) ->
                withProposal(account, index, new Proposal.Draft(at));
            case Event.ProposalOpened(long index, Address by, UnixTime at) ->
                withProposal(account, index, new Proposal.Active(at, Ballot.EMPTY));
            case Event.VoteCast(long index, Address by, Vote vote) ->
                withProposal(account, index, voted(proposal(account, index, event), by, vote, event));
            case Event.CancellationLapsed(long index, Address voter) ->
                withProposal(account, index, lapsed(proposal(account, index, event), voter, event));
            case Event.Approved(long index, UnixTime at) ->
                withProposal(account, index, new Proposal.Approved(at, ballot(account, index, event)));
            case Event.Rejected(long index, UnixTime at) ->
                withProposal(account, index, new Proposal.Rejected(at, ballot(account, index, event)));
            case Event.Cancelled(long index, UnixTime at) ->
                withProposal(account, index, new Proposal.Cancelled(at, ballot(account, index, event)));
            case Event.Executed(long index, Address by, UnixTime at) ->
                withProposal(account, index, new Proposal.Executed(at, ballot(account, index, event)));
            case Event.Closed(long index) -> account.without(index);
            case Event.SettingsChanged(Settings settings) -> account.withSettings(settings);
            case Event.LimitAdded(Address limit, SpendingLimit opened) -> account.withLimit(limit, opened);
            case Event.LimitRemoved(Address limit) -> account.withoutLimit(limit);
            case Event.Spent(Address limit, Address by, Address destination, Window window) ->
                account.limits()
                        .get(limit)
                        .map(spent -> account.withLimit(limit, spent.withWindow(window)))
                        .getOrElseThrow(() -> broken(event));
        };
    }

    private static SmartAccount withProposal(SmartAccount account, long index, Proposal proposal) {
        return account.with(account.transactions()
                .get(index)
                .map(transaction -> transaction.withProposal(proposal))
                .getOrElse(() -> ManagedTransaction.orphaned(index, proposal)));
    }

    private static Proposal voted(Proposal proposal, Address by, Vote vote, Event event) {
        return switch (proposal) {
            case Proposal.Active(UnixTime since, Ballot ballot) when vote == Vote.APPROVE ->
                new Proposal.Active(since, ballot.approvedBy(by));
            case Proposal.Active(UnixTime since, Ballot ballot) when vote == Vote.REJECT ->
                new Proposal.Active(since, ballot.rejectedBy(by));
            case Proposal.Approved(UnixTime since, Ballot ballot) when vote == Vote.CANCEL ->
                new Proposal.Approved(since, ballot.cancelledBy(by));
            case Proposal.Active active -> throw broken(event);
            case Proposal.Approved approved -> throw broken(event);
            case Proposal.Draft draft -> throw broken(event);
            case Proposal.Executed executed -> throw broken(event);
            case Proposal.Rejected rejected -> throw broken(event);
            case Proposal.Cancelled cancelled -> throw broken(event);
        };
    }

    private static Proposal lapsed(Proposal proposal, Address voter, Event event) {
        if (proposal instanceof Proposal.Approved(UnixTime since, Ballot ballot)) {
            return new Proposal.Approved(since, ballot.withCancellationsOf(other -> !other.equals(voter)));
        }
        throw broken(event);
    }

    private static Ballot ballot(SmartAccount account, long index, Event event) {
        return proposal(account, index, event).ballot();
    }

    private static Proposal proposal(SmartAccount account, long index, Event event) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::proposal)
                .getOrElseThrow(() -> broken(event));
    }

    private static IllegalStateException broken(Event event) {
        return new IllegalStateException("this cannot follow from the history before it: " + event);
    }
}
