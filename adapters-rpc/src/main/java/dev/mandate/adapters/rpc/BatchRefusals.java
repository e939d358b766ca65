package dev.mandate.adapters.rpc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** The size from which on a node refuses batches of calls. It is forgotten after a while, so that a batch is tried again. */
final class BatchRefusals {

    /** A refusal that was seen, because the same calls were answered one by one. */
    static final Duration SEEN = Duration.ofMinutes(10);
    /** A node that asks for fewer calls may mean batches. */
    static final Duration SUSPECTED = Duration.ofMinutes(1);

    private final Clock clock;
    private int refusedSize = Integer.MAX_VALUE;
    private Instant until = Instant.MIN;
    private Instant doubtAgain = Instant.MIN;

    BatchRefusals(Clock clock) {
        this.clock = clock;
    }

    /** How a request of so many calls is made now. */
    synchronized Way way(int calls) {
        return calls >= refusedSize && clock.instant().isBefore(until) ? Way.ONE_BY_ONE : Way.TOGETHER;
    }

    synchronized void refused(int calls, Duration life) {
        Instant now = clock.instant();
        refusedSize = now.isBefore(until) ? Math.min(calls, refusedSize) : calls;
        until = now.plus(life);
    }

    /** Single calls failed as well: for a while batches are not what is wrong. */
    synchronized void notAtFault() {
        doubtAgain = clock.instant().plus(SUSPECTED);
    }

    /** Whether single calls are worth a try after a failed batch. */
    synchronized boolean mayBeAtFault() {
        return !clock.instant().isBefore(doubtAgain);
    }

    /** How several calls are made. */
    enum Way {
        TOGETHER,
        ONE_BY_ONE
    }
}
