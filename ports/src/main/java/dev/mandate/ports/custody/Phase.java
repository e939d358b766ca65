package dev.mandate.ports.custody;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.kernel.UnixTime;

/** How far a built transaction leads. */
public sealed interface Phase {

    /** Once it lands, all is done. */
    record Complete() implements Phase {}

    /**
     * Once it lands, votes are still needed.
     *
     * @param votes how many there will be
     */
    record AwaitingVotes(int votes, Threshold threshold) implements Phase {}

    /**
     * Once it lands, it is approved and waits.
     *
     * @param executableAt the earliest moment, were it to land at once; by the chain's clock
     */
    record AwaitingTimeLock(TimeLock timeLock, UnixTime executableAt) implements Phase {}

    /** Once it lands, it is approved and may be executed. */
    record AwaitingExecution() implements Phase {}

    /** Once it lands, it is approved and can't ever be executed, being orphaned or a stale change of settings: cancel it. */
    record NeverExecutable() implements Phase {}
}
