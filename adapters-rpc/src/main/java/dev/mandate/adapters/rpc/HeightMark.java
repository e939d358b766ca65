package dev.mandate.adapters.rpc;

import java.time.Clock;
import java.time.Duration;

/**
 * The largest block height that was answered. Who was told it may call a transaction expired, so what is read after it must not be of a node
 * that has not come as far.
 *
 * <p>A height that no chain can have after the one before is refused: there are no more blocks than slots. One of the two is wrong, and the nodes are
 * asked which. A mark that no node has reached again for ten minutes is dropped: what was answered then was wrong, and nobody waits for an answer as
 * long as that.
 */
final class HeightMark {

    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final Reading NONE = new Reading(0, 0);

    private final Mark heights;
    private final Mark slots;
    private final NodeTips tips;
    private Reading largest = NONE;

    /** @param slots of the same chain: the slot of a height must be plausible too */
    HeightMark(Clock clock, NodeTips tips, Mark slots) {
        this.heights = new Mark(clock, LIFE, tips, Tip::height);
        this.slots = slots;
        this.tips = tips;
    }

    /** A height, and the slot of the block that has it. */
    record Reading(long height, long slot) {

        /** Whether both can't be of one chain: between two of its blocks there are at least as many slots. */
        boolean contradicts(Reading earlier) {
            return height > earlier.height && height - earlier.height > slot - earlier.slot;
        }
    }

    /** The slot that goes with it. */
    synchronized long slot() {
        return current().slot();
    }

    /** @throws MalformedAnswerException if no chain can have come to {@code reading} */
    void reached(Reading reading) {
        requirePlausible(reading);
        heights.reached(reading.height());
        note(reading);
    }

    /** @throws MalformedAnswerException if no chain can have come to {@code reading} */
    void requirePlausible(Reading reading) {
        requireNoMoreBlocksThanSlots(reading);
        slots.requirePlausible(reading.slot());
        heights.requirePlausible(reading.height());
    }

    private void requireNoMoreBlocksThanSlots(Reading reading) {
        Reading mark = mark();
        if (reading.contradicts(mark)) {
            if (tips.ask(tip -> new Reading(tip.height(), tip.slot()).contradicts(mark)) == NodeTips.Verdict.CONTRADICTED) {
                throw new MalformedAnswerException("getEpochInfo.blockHeight has grown by more than the slots");
            }
            forget(mark);
        }
    }

    private synchronized Reading mark() {
        return current();
    }

    private synchronized void forget(Reading wrong) {
        if (largest.equals(wrong)) {
            largest = NONE;
        }
    }

    private synchronized void note(Reading reading) {
        if (reading.height() >= current().height()) {
            largest = reading;
        }
    }

    /** @throws StaleAnswerException if the node of {@code reading} has not come as far */
    void require(Reading reading) {
        if (reading.height() < heights.required()) {
            throw new StaleAnswerException("is at an older block height than was answered before");
        }
    }

    private Reading current() {
        return heights.current() > 0 ? largest : NONE;
    }
}
