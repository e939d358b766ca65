package dev.mandate.engine.desk;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.AccountsSnapshot;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.desk.SubmissionRefusal;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.CastBallot;
import dev.mandate.ports.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * No vote leaves before what it is for is there, nor for anything else than what it says that it is for. A vote names a proposal by its
 * number alone: underway too early it would wait for whatever is proposed under that number first, and count for that. What has once
 * been proposed under a number stays as it is, so that a vote for it that is found to be meant is meant for good.
 */
final class MeantVotes {

    private final Chain chain;
    private final SmartAccountProgram program;

    MeantVotes(Chain chain, SmartAccountProgram program) {
        this.chain = chain;
        this.program = program;
    }

    /** A vote, and what it says that it is for. */
    private record Vote(Address proposal, Option<VotePurpose> purpose) {}

    /** What is proposed in the same transaction as the vote is there if the vote is, and nothing else. */
    Either<SubmissionRefusal, Message> require(AccountRef account, Message message) {
        Array<Address> proposed = message.instructions().toArray().flatMap(program::proposed);
        Array<Vote> votes = message.instructions()
                .toArray()
                .flatMap(program::ballot)
                .map(MeantVotes::vote)
                .reject(vote -> proposed.contains(vote.proposal()));
        return votes.isEmpty()
                ? Either.right(message)
                : chain.accounts(addresses(account, votes))
                        .<SubmissionRefusal>mapLeft(
                                fault -> new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(fault)))
                        .flatMap(found -> votes.flatMap(vote -> objection(account, found, vote))
                                .headOption()
                                .<Either<SubmissionRefusal, Message>>map(Either::left)
                                .getOrElse(() -> Either.right(message)));
    }

    private static Vote vote(CastBallot ballot) {
        return new Vote(ballot.proposal(), ballot.memo().flatMap(VotePurpose::of));
    }

    private Array<Address> addresses(AccountRef account, Array<Vote> votes) {
        return votes.flatMap(vote -> Array.of(vote.proposal())
                        .appendAll(vote.purpose()
                                .map(purpose -> program.transactionAddress(account, purpose.index()))))
                .distinct();
    }

    private Option<SubmissionRefusal> objection(AccountRef account, AccountsSnapshot found, Vote vote) {
        Option<AccountData> proposal = made(found, vote.proposal());
        return proposal.isEmpty()
                ? Option.some(new SubmissionRefusal.NotProposedYet(vote.proposal()))
                : vote.purpose()
                        .filter(purpose -> !stands(account, found, vote.proposal(), purpose))
                        .map(purpose -> new SubmissionRefusal.AnotherProposed(purpose.index()));
    }

    private boolean stands(AccountRef account, AccountsSnapshot found, Address proposal, VotePurpose purpose) {
        return program.proposalAddress(account, purpose.index()).equals(proposal)
                && program.readTransaction(
                                purpose.index(),
                                made(found, program.transactionAddress(account, purpose.index())),
                                made(found, proposal))
                        .exists(read -> read.flatMap(ManagedTransaction::content)
                                .map(program::fingerprint)
                                .contains(purpose.fingerprint()));
    }

    /** Anybody can send lamports to an address: that proposes nothing. */
    private Option<AccountData> made(AccountsSnapshot found, Address address) {
        return found.accounts().get(address).filter(account -> account.owner().equals(program.programId()));
    }
}
