package dev.mandate.ports.program;

import dev.mandate.ports.chain.Simulation;
import io.vavr.control.Option;

/**
 * The least that a transaction should ask for: what a simulation of it used, with a margin, because the chain may change before it
 * lands. Limits close to the need lower fees and get a transaction into a block sooner.
 *
 * @param units compute units, 1 to {@link ComputeBudget#MAX_UNITS}
 * @param loadedBytes of account data, a multiple of {@link #PAGE_BYTES} up to {@link #MAX_LOADED_BYTES}; none if the node did not tell
 */
public record ComputeLimits(int units, Option<Integer> loadedBytes) {

    /** The most account data that the network lets a transaction load. */
    public static final int MAX_LOADED_BYTES = 64 * 1_024 * 1_024;

    /** The most that the network allows. */
    public static final ComputeLimits MOST = new ComputeLimits(ComputeBudget.MAX_UNITS, Option.some(MAX_LOADED_BYTES));

    /** The network charges loaded data by the page. */
    public static final int PAGE_BYTES = 32 * 1_024;

    /** Also covers the instructions that set the limits, 150 units each. */
    private static final int SPARE_UNITS = 2_000;

    /** Limits for the transaction of {@code simulation}, which succeeded: a fifth and 2,000 units more, a tenth more of data. */
    public static ComputeLimits of(Simulation simulation) {
        return new ComputeLimits(
                (int) withMargin(simulation.computeUnits(), 5, SPARE_UNITS, ComputeBudget.MAX_UNITS),
                simulation.loadedAccountsDataSize().map(bytes ->
                        (int) (Math.ceilDiv(withMargin(bytes, 10, 1, MAX_LOADED_BYTES), PAGE_BYTES) * PAGE_BYTES)));
    }

    /** {@code used}, its {@code part}th part and {@code spare}; at most {@code most}. */
    private static long withMargin(long used, int part, int spare, int most) {
        return used >= most ? most : Math.min(used + Math.ceilDiv(used, part) + spare, most);
    }
}
