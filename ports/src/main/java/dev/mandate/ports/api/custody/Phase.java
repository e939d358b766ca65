package dev.mandate.ports.api.custody;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.kernel.UnixTime;

/** What is still needed after a plan has landed. */
public sealed interface Phase {

    /** Nothing: the request is done. */
    record Complete() implements Phase {}

    /**
     * More votes.
     *
     * @param votes approvals that are given once the plan has landed
     */
    record AwaitingVotes(int votes, Threshold threshold) implements Phase {}

    /**
     * The transaction is approved, and its time lock must pass.
     *
     * @param executableAt the earliest time of execution if the plan lands now, by the chain's clock
     */
    record AwaitingTimeLock(TimeLock timeLock, UnixTime executableAt) implements Phase {}

    /** The transaction is approved and can be executed. */
    record AwaitingExecution() implements Phase {}

    /** The transaction is approved but can never be executed: it is orphaned, or a stale change of settings. Cancel it. */
    record NeverExecutable() implements Phase {}
}
