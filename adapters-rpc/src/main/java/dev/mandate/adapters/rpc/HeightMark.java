package dev.mandate.adapters.rpc;

/**
 * The largest block height that was answered. Who was told it may call a transaction expired, so what is read after it must not be of a node
 * that has not come as far. It never goes back.
 */
final class HeightMark {

    private Reading largest = new Reading(0, 0);

    /** A height, and the slot of the block that has it. */
    record Reading(long height, long slot) {}

    /** The slot that goes with it. */
    synchronized long slot() {
        return largest.slot();
    }

    synchronized void reached(Reading reading) {
        if (reading.height() > largest.height()) {
            largest = reading;
        }
    }

    /** @throws StaleAnswerException if the node of {@code reading} has not come as far */
    synchronized void require(Reading reading) {
        if (reading.height() < largest.height()) {
            throw new StaleAnswerException("is at an older block height than was answered before");
        }
    }
}
