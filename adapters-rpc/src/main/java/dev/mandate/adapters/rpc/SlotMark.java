package dev.mandate.adapters.rpc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The newest slot, at commitment {@code confirmed}, that any node has answered. Later answers must not be older: one URL may hide several
 * nodes, and the next URL is another one. A mark that no node has reached again for a minute is dropped, since a cluster that was
 * restarted begins at an older slot.
 */
final class SlotMark {

    private static final Duration LIFE = Duration.ofMinutes(1);

    private final Clock clock;
    private long slot;
    private Instant reachedAt = Instant.MIN;

    SlotMark(Clock clock) {
        this.clock = clock;
    }

    /** The slot that the next answer must reach; zero for any. */
    synchronized long required() {
        return isCurrent() ? slot : 0;
    }

    /** Notes that a node is at {@code answered}. */
    synchronized void reached(long answered) {
        if (answered >= required()) {
            slot = answered;
            reachedAt = clock.instant();
        }
    }

    private boolean isCurrent() {
        return slot > 0 && clock.instant().isBefore(reachedAt.plus(LIFE));
    }
}
