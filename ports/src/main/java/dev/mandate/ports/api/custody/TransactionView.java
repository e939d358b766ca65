package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.review.GiveawayWarning;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A transaction of an account as read from the chain.
 *
 * @param proposer the signer who recorded its content; none if the content is gone or is no transaction
 * @param stale whether a change of settings has made it stale
 * @param mayStillVote the signers who can vote now: approve or reject an open proposal, cancel an approved one
 * @param executableAt the earliest time to execute an approved one, by the chain's clock; none if it is not approved or never executable
 * @param instructions the instructions that a vault would sign, with each account's rights in the whole message; empty for a change of
 *     settings and for opaque or orphaned content. Left if they cannot be decoded: the stored message is unreadable, or a lookup table is
 *     missing
 * @param explanation of its content, from what was read for it; none if it is gone, or opaque and one of a list
 * @param warnings what these instructions would give away
 * @param at the chain's time at which it was read
 */
public record TransactionView(
        ManagedTransaction transaction,
        Option<Address> proposer,
        boolean stale,
        Array<Address> mayStillVote,
        Option<UnixTime> executableAt,
        Either<BuildRefusal, Array<Instruction>> instructions,
        Option<Explanation> explanation,
        Array<GiveawayWarning> warnings,
        UnixTime at) {

    /** The same with this explanation. */
    public TransactionView explained(Option<Explanation> by) {
        return new TransactionView(transaction, proposer, stale, mayStillVote, executableAt, instructions, by, warnings, at);
    }

    /** The signers to ask for {@code vote}, in order. It leaves out those who gave it, and puts those who gave the opposite vote last. */
    public Array<Address> electorate(Vote vote) {
        return transaction.proposal().map(Proposal::ballot).getOrElse(Ballot.EMPTY).electorate(vote, mayStillVote);
    }
}
