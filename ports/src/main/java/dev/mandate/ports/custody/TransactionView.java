package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.Ballot;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.program.GiveawayWarning;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * One transaction of an account as it stands.
 *
 * @param stale whether settings have changed since it was proposed
 * @param mayStillVote who could vote now: to approve or reject what is open, to cancel what is approved
 * @param executableAt when an approved one may be executed, by the chain's clock; none if it never may
 * @param instructions what a vault would sign, with each account's rights in the whole message; none where it is a change of
 *     settings, opaque or orphaned. On the left why they can't be told: a stored message that nobody can read, a lookup table that is
 *     gone
 * @param warnings what these instructions give away
 * @param at the chain's time of the reading
 */
public record TransactionView(
        ManagedTransaction transaction,
        boolean stale,
        Array<Address> mayStillVote,
        Option<UnixTime> executableAt,
        Either<BuildRefusal, Array<Instruction>> instructions,
        Array<GiveawayWarning> warnings,
        UnixTime at) {

    /** Whom to ask for {@code vote}, the first first: nobody who has given it, and those last who gave the opposite one. */
    public Array<Address> electorate(Vote vote) {
        return transaction.proposal().map(Proposal::ballot).getOrElse(Ballot.EMPTY).electorate(vote, mayStillVote);
    }
}
