package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Either;

/**
 * The state of a transaction's vote. Each state is a type with only the steps that lead out of it. Staleness is not a state: it follows
 * from the settings.
 */
public sealed interface Proposal {

    /** When this state was entered, by the chain's clock. */
    UnixTime since();

    Ballot ballot();

    /** Created, but not open for votes yet. */
    record Draft(UnixTime since) implements Proposal {
        @Override
        public Ballot ballot() {
            return Ballot.EMPTY;
        }

        public Active activate(UnixTime now) {
            return new Active(now, Ballot.EMPTY);
        }
    }

    /** Open for votes: the interface's word is "proposed". */
    record Active(UnixTime since, Ballot ballot) implements Proposal {

        /** Approved once the approvals reach the threshold in force now; that moment starts the time lock. */
        public Either<ProposalRefusal, Proposal> approve(Address by, Roster roster, UnixTime now) {
            if (ballot.approvals().contain(by)) {
                return Either.left(new ProposalRefusal.AlreadyVoted(by, Vote.APPROVE));
            }
            Ballot next = ballot.approvedBy(by);
            return Either.right(
                    next.approvals().count() >= roster.threshold().value()
                            ? new Approved(now, next)
                            : new Active(since, next));
        }

        /** Rejected once the threshold cannot be reached any more. */
        public Either<ProposalRefusal, Proposal> reject(Address by, Roster roster, UnixTime now) {
            if (ballot.rejections().contain(by)) {
                return Either.left(new ProposalRefusal.AlreadyVoted(by, Vote.REJECT));
            }
            Ballot next = ballot.rejectedBy(by);
            return Either.right(
                    next.rejections().count() >= roster.cutoff() ? new Rejected(now, next) : new Active(since, next));
        }
    }

    /** Approved, to be executed once the time lock has passed, or cancelled. Later changes do not undo the approval. */
    record Approved(UnixTime since, Ballot ballot) implements Proposal {

        /**
         * Cancelled once the cancellations reach the threshold in force now. Cancellations of former signers are
         * dropped first.
         */
        public Either<ProposalRefusal, Proposal> cancel(Address by, Roster roster, UnixTime now) {
            Ballot present = ballot.withCancellationsOf(voter -> roster.find(voter).isDefined());
            if (present.cancellations().contain(by)) {
                return Either.left(new ProposalRefusal.AlreadyVoted(by, Vote.CANCEL));
            }
            Ballot next = present.cancelledBy(by);
            return Either.right(
                    next.cancellations().count() >= roster.threshold().value()
                            ? new Cancelled(now, next)
                            : new Approved(since, next));
        }

        /** Executed, if {@code timeLock}, the one in force now, has passed since the approval. */
        public Either<ProposalRefusal, Executed> execute(TimeLock timeLock, UnixTime now) {
            UnixTime releasesAt = timeLock.releases(since);
            return now.isBefore(releasesAt)
                    ? Either.left(new ProposalRefusal.TimeLocked(since, timeLock, releasesAt))
                    : Either.right(new Executed(now, ballot));
        }
    }

    /** Executed: final. */
    record Executed(UnixTime since, Ballot ballot) implements Proposal {}

    /** Rejected by vote: final. */
    record Rejected(UnixTime since, Ballot ballot) implements Proposal {}

    /** Cancelled after its approval: final. */
    record Cancelled(UnixTime since, Ballot ballot) implements Proposal {}
}
