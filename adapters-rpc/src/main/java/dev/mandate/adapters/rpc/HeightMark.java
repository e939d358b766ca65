package dev.mandate.adapters.rpc;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The largest block height that was answered. Who was told it may call a transaction expired, so what is read after it must not be of a node
 * that has not come as far.
 *
 * <p>A height that no chain can have after the one before is refused: there are no more blocks than slots. A mark that no node has reached
 * again for ten minutes is dropped: what was answered then was wrong, and nobody waits for an answer as long as that.
 */
final class HeightMark {

    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final Reading NONE = new Reading(0, 0);

    private final Clock clock;
    private Reading largest = NONE;
    private Instant reachedAt = Instant.MIN;

    HeightMark(Clock clock) {
        this.clock = clock;
    }

    /** A height, and the slot of the block that has it. */
    record Reading(long height, long slot) {}

    /** The slot that goes with it. */
    synchronized long slot() {
        return current().slot();
    }

    /** @throws MalformedAnswerException if no chain can have come to {@code reading} */
    synchronized void reached(Reading reading) {
        Reading mark = current();
        if (reading.height() - mark.height() > reading.slot() - mark.slot()) {
            throw new MalformedAnswerException("getEpochInfo.blockHeight has grown by more than the slots");
        }
        if (reading.height() >= mark.height()) {
            largest = reading;
            reachedAt = clock.instant();
        }
    }

    /** @throws StaleAnswerException if the node of {@code reading} has not come as far */
    synchronized void require(Reading reading) {
        if (reading.height() < current().height()) {
            throw new StaleAnswerException("is at an older block height than was answered before");
        }
    }

    private Reading current() {
        return largest.height() > 0 && clock.instant().isBefore(reachedAt.plus(LIFE)) ? largest : NONE;
    }
}
