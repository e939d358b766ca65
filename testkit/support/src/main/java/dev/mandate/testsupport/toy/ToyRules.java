package dev.mandate.testsupport.toy;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The rules of Squads v4, but nobody changes a vote: who has rejected a proposal cannot approve it, and the other way round. */
final class ToyRules implements AccountRules {

    private static final SmartAccountRules OTHERWISE = new SmartAccountRules();

    @Override
    public Option<SmartAccount> initial() {
        return OTHERWISE.initial();
    }

    @Override
    public Either<Refusal, Seq<Event>> decide(Option<SmartAccount> state, Command command, UnixTime now) {
        return state.flatMap(account -> changedVote(account, command))
                .<Either<Refusal, Seq<Event>>>map(Either::left)
                .getOrElse(() -> OTHERWISE.decide(state, command, now));
    }

    @Override
    public Option<SmartAccount> evolve(Option<SmartAccount> state, Event event) {
        return OTHERWISE.evolve(state, event);
    }

    @Override
    public Array<Refusal> violations(SmartAccount account, Command command, UnixTime now) {
        return changedVote(account, command).toArray().appendAll(OTHERWISE.violations(account, command, now));
    }

    private static Option<Refusal> changedVote(SmartAccount account, Command command) {
        return command instanceof Command.CastVote(Address by, long index, Vote vote)
                ? account.transactions()
                        .get(index)
                        .flatMap(ManagedTransaction::proposal)
                        .filter(proposal -> proposal instanceof Proposal.Active)
                        .flatMap(proposal -> opposite(proposal.ballot(), by, vote))
                        .map(before -> new Refusal.ProposalRefused(index, new ProposalRefusal.AlreadyVoted(by, before)))
                : Option.none();
    }

    private static Option<Vote> opposite(Ballot ballot, Address by, Vote vote) {
        return switch (vote) {
            case APPROVE -> Option.when(ballot.rejections().contain(by), Vote.REJECT);
            case REJECT -> Option.when(ballot.approvals().contain(by), Vote.APPROVE);
            case CANCEL -> Option.none();
        };
    }
}
