package dev.mandate.domain.transaction;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import java.util.function.Predicate;

/**
 * The votes that a proposal has received. Nobody is among both approvals and rejections.
 *
 * @param cancellations of the proposal after it was approved
 */
public record Ballot(Voters approvals, Voters rejections, Voters cancellations) {

    public static final Ballot EMPTY = new Ballot(Voters.NONE, Voters.NONE, Voters.NONE);

    /** With {@code by}'s approval, which replaces their rejection. */
    public Ballot approvedBy(Address by) {
        return new Ballot(approvals.with(by), rejections.without(by), cancellations);
    }

    /** With {@code by}'s rejection, which replaces their approval. */
    public Ballot rejectedBy(Address by) {
        return new Ballot(approvals.without(by), rejections.with(by), cancellations);
    }

    public Ballot cancelledBy(Address by) {
        return new Ballot(approvals, rejections, cancellations.with(by));
    }

    /**
     * The voters among {@code entitled} who have not given this vote, in the order to ask them. Voters with the opposite vote come last.
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

    /** Without the cancellations of former signers; a signer who only lost the permission to vote still counts. */
    public Ballot withCancellationsOf(Predicate<Address> signers) {
        return new Ballot(approvals, rejections, cancellations.retain(signers));
    }
}
