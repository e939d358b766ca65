package dev.mandate.domain.transaction;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import java.util.function.Predicate;

/**
 * The votes that a proposal has received. Nobody stands among both approvals and rejections.
 *
 * @param cancellations of the proposal after it was approved
 */
public record Ballot(Voters approvals, Voters rejections, Voters cancellations) {

    public static final Ballot EMPTY = new Ballot(Voters.NONE, Voters.NONE, Voters.NONE);

    /** With {@code by}'s approval, which takes the place of their rejection. */
    public Ballot approvedBy(Address by) {
        return new Ballot(approvals.with(by), rejections.without(by), cancellations);
    }

    /** With {@code by}'s rejection, which takes the place of their approval. */
    public Ballot rejectedBy(Address by) {
        return new Ballot(approvals.without(by), rejections.with(by), cancellations);
    }

    public Ballot cancelledBy(Address by) {
        return new Ballot(approvals, rejections, cancellations.with(by));
    }

    /**
     * Whom of {@code entitled} to ask for a vote, in this order: nobody who has given it, and those last who would take back the
     * opposite one.
     */
    public Array<Address> electorate(Vote vote, Array<Address> entitled) {
        return switch (vote) {
            case APPROVE -> lastOf(entitled.reject(approvals::contain), rejections);
            case REJECT -> lastOf(entitled.reject(rejections::contain), approvals);
            case CANCEL -> entitled.reject(cancellations::contain);
        };
    }

    private static Array<Address> lastOf(Array<Address> voters, Voters last) {
        return voters.reject(last::contain).appendAll(voters.filter(last::contain));
    }

    /** Without the cancellations of those who are no longer signers; who only lost the vote is still counted. */
    public Ballot withCancellationsOf(Predicate<Address> signers) {
        return new Ballot(approvals, rejections, cancellations.retain(signers));
    }
}
