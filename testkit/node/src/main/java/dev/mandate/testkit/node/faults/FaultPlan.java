package dev.mandate.testkit.node.faults;

import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Which requests meet a fault: the same for the same seed and the same requests. Safe from any thread. */
public final class FaultPlan {

    private final RandomGenerator random;
    private final Array<WireFault> kinds;
    private final int percent;
    private final int percentOfSends;
    private final int mostInARow;
    private int left;
    private int inARow;

    /**
     * A plan. Each request that sends a transaction meets a fault while there are any.
     *
     * @param percent of the other requests that meet a fault
     * @param most number of faults; after that there are none
     * @param mostInARow number of faults without a served request between them
     */
    public FaultPlan(long seed, Iterable<WireFault> kinds, int percent, int most, int mostInARow) {
        this(seed, kinds, percent, 100, most, mostInARow);
    }

    /** A plan without end, by which {@code percent} of all requests meet a fault, and at most two in a row. */
    public static FaultPlan steady(long seed, Iterable<WireFault> kinds, int percent) {
        return new FaultPlan(seed, kinds, percent, percent, Integer.MAX_VALUE, 2);
    }

    private FaultPlan(long seed, Iterable<WireFault> kinds, int percent, int percentOfSends, int most, int mostInARow) {
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.kinds = Array.ofAll(kinds);
        this.percent = percent;
        this.percentOfSends = percentOfSends;
        this.left = most;
        this.mostInARow = mostInARow;
    }

    /** The fault of the next request. */
    public synchronized Option<WireFault> next(String methods) {
        boolean struck = left > 0
                && inARow < mostInARow
                && random.nextInt(100) < (methods.contains("sendTransaction") ? percentOfSends : percent);
        inARow = struck ? inARow + 1 : 0;
        left -= struck ? 1 : 0;
        return Option.when(struck, () -> kinds.get(random.nextInt(kinds.size())));
    }

    Array<WireFault> kinds() {
        return kinds;
    }

    /** No faults from now on. */
    public synchronized void end() {
        left = 0;
    }

    /** The number of faults that are left. */
    public synchronized int left() {
        return left;
    }

    /** Draws a number below {@code bound}. */
    synchronized int draw(int bound) {
        return random.nextInt(bound);
    }
}
