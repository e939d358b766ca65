package dev.mandate.domain.transaction;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;

/** Why a proposal does not change its state. */
public sealed interface ProposalRefusal {

    /** A step in a proposal's life. */
    enum Step {
        ACTIVATE,
        APPROVE,
        REJECT,
        CANCEL,
        EXECUTE,
        CLOSE
    }

    /** The proposal's state does not allow this step. */
    record WrongState(Step step, Proposal proposal) implements ProposalRefusal {}

    /**
     * Settings have changed since it was proposed.
     *
     * @param staleIndex every transaction up to this one is stale
     */
    record Stale(long index, long staleIndex) implements ProposalRefusal {}

    /** The voter has already given this vote. */
    record AlreadyVoted(Address by, Vote vote) implements ProposalRefusal {}

    /**
     * It is approved, and the time lock still runs.
     *
     * @param timeLock the account's time lock now
     * @param releasesAt the first moment at which it may be executed
     */
    record TimeLocked(UnixTime approvedAt, TimeLock timeLock, UnixTime releasesAt) implements ProposalRefusal {}
}
