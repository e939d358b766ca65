package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.Simulation;
import io.vavr.control.Option;
import java.math.BigInteger;

/**
 * The resources that a transaction asks for. What is not set is the network's default; in version 1 that is nothing at all.
 *
 * @param unitLimit compute units, unsigned 32 bits; the network caps it at {@link #MAX_UNITS}
 * @param unitPrice the priority fee for each unit of the limit, in millionths of a lamport, unsigned 64 bits; 0 for no priority
 * @param loadedBytesLimit bytes of account data, unsigned 32 bits; the network caps it at {@link #MAX_LOADED_BYTES}
 * @param heapBytes for the programs, 32 KiB to 256 KiB in steps of 1 KiB
 */
public record ComputeBudget(
        Option<Long> unitLimit, Option<BaseUnits> unitPrice, Option<Long> loadedBytesLimit, Option<Integer> heapBytes) {

    public static final int MAX_UNITS = 1_400_000;

    /** The most account data that the network lets a transaction load. */
    public static final int MAX_LOADED_BYTES = 64 * 1_024 * 1_024;

    /** The network charges loaded data by the page. */
    private static final int PAGE_BYTES = 32 * 1_024;

    /** Also covers the instructions that set the limits, 150 units each. */
    private static final int SPARE_UNITS = 2_000;

    /** Nothing is set. */
    public static final ComputeBudget NONE = new ComputeBudget(Option.none(), Option.none(), Option.none(), Option.none());

    /** The most units that the network allows. */
    public static final ComputeBudget MOST_UNITS =
            new ComputeBudget(Option.some((long) MAX_UNITS), Option.none(), Option.none(), Option.none());

    /** The most units and account data that the network allows. */
    public static final ComputeBudget MOST = MOST_UNITS.orElse(
            new ComputeBudget(Option.none(), Option.none(), Option.some((long) MAX_LOADED_BYTES), Option.none()));

    /**
     * A unit limit with a price.
     *
     * @param unitLimit 1 to {@link #MAX_UNITS}
     * @param microLamportsPerUnit 0 for no priority
     */
    public static ComputeBudget of(int unitLimit, BaseUnits microLamportsPerUnit) {
        if (unitLimit < 1 || unitLimit > MAX_UNITS) {
            throw new IllegalArgumentException("compute units from 1 to " + MAX_UNITS + ", not " + unitLimit);
        }
        return new ComputeBudget(Option.some((long) unitLimit), Option.some(microLamportsPerUnit), Option.none(), Option.none());
    }

    /**
     * The limits for the transaction of {@code simulation}, which succeeded: a fifth and 2,000 units more than it used, a tenth more of data in
     * whole pages of 32 KiB. The margin is for changes of the chain before it lands. Limits close to the need lower fees and get a transaction
     * into a block sooner.
     */
    public static ComputeBudget fitting(Simulation simulation) {
        return new ComputeBudget(
                Option.some(withMargin(simulation.computeUnits(), 5, SPARE_UNITS, MAX_UNITS)),
                Option.none(),
                simulation.loadedAccountsDataSize().map(bytes ->
                        Math.ceilDiv(withMargin(bytes, 10, 1, MAX_LOADED_BYTES), PAGE_BYTES) * PAGE_BYTES),
                Option.none());
    }

    /** {@code used}, its {@code part}th part and {@code spare}; at most {@code most}. */
    private static long withMargin(long used, int part, int spare, int most) {
        return used >= most ? most : Math.min(used + Math.ceilDiv(used, part) + spare, most);
    }

    public static ComputeBudget heap(int bytes) {
        return new ComputeBudget(Option.none(), Option.none(), Option.none(), Option.some(bytes));
    }

    /** This budget; what it does not set is as in {@code other}. */
    public ComputeBudget orElse(ComputeBudget other) {
        return new ComputeBudget(
                unitLimit.orElse(other.unitLimit),
                unitPrice.orElse(other.unitPrice),
                loadedBytesLimit.orElse(other.loadedBytesLimit),
                heapBytes.orElse(other.heapBytes));
    }

    /** This budget with another price. */
    public ComputeBudget priced(Option<BaseUnits> microLamportsPerUnit) {
        return new ComputeBudget(unitLimit, microLamportsPerUnit, loadedBytesLimit, heapBytes);
    }

    /** Limit × price in lamports, rounded up; at most the largest amount. Without a limit {@link #MAX_UNITS} count. */
    public BaseUnits priorityFee() {
        return priorityFee(
                BigInteger.valueOf(Math.min(unitLimit.getOrElse((long) MAX_UNITS), MAX_UNITS)),
                new BigInteger(unitPrice.getOrElse(BaseUnits.ZERO).toString()));
    }

    /** The same of any limit and price. */
    public static BaseUnits priorityFee(BigInteger unitLimit, BigInteger microLamportsPerUnit) {
        BigInteger lamports = microLamportsPerUnit
                .multiply(unitLimit)
                .add(BigInteger.valueOf(999_999))
                .divide(BigInteger.valueOf(1_000_000));
        return lamports.bitLength() > 64 ? BaseUnits.MAX : BaseUnits.ofUnsignedBits(lamports.longValue());
    }

    /** The config by which a transaction of version 1 asks for the same. */
    public TransactionConfig config() {
        BaseUnits fee = priorityFee();
        return new TransactionConfig(Option.when(!fee.isZero(), fee::bits), unitLimit, loadedBytesLimit, heapBytes);
    }
}
