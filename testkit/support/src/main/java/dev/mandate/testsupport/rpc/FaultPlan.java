package dev.mandate.testsupport.rpc;

import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Which requests meet a fault: the same for the same seed and the same requests. Safe from any thread. */
public final class FaultPlan {

    private final RandomGenerator random;
    private final Array<WireFault> kinds;
    private final int percent;
    private final int mostInARow;
    private int left;
    private int inARow;

    /**
     * A plan.
     *
     * @param percent of the other requests than sends that meet a fault
     * @param most number of faults; after that there are none
     * @param mostInARow number of faults without a served request between them
     */
    public FaultPlan(long seed, Iterable<WireFault> kinds, int percent, int most, int mostInARow) {
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.kinds = Array.ofAll(kinds);
        this.percent = percent;
        this.left = most;
        this.mostInARow = mostInARow;
    }

    /** The fault of the next request. Each one that sends a transaction meets a fault while there are any. */
    public synchronized Option<WireFault> next(String methods) {
        boolean struck = left > 0
                && inARow < mostInARow
                && (methods.contains("sendTransaction") || random.nextInt(100) < percent);
        inARow = struck ? inARow + 1 : 0;
        left -= struck ? 1 : 0;
        return Option.when(struck, () -> kinds.get(random.nextInt(kinds.size())));
    }

    /** No faults from now on. */
    public synchronized void end() {
        left = 0;
    }

    /** The number of faults that are left. */
    public synchronized int left() {
        return left;
    }

    synchronized int draw(int bound) {
        return random.nextInt(bound);
    }
}
