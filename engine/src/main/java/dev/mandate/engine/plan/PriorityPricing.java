package dev.mandate.engine.plan;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.program.ComputeBudget;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.function.Supplier;

/**
 * The unit prices of a plan's transactions. If the caller names none it is a percentile of what recent blocks took for the accounts that
 * they write, but no more than the host's maximum for the whole transaction.
 */
final class PriorityPricing {

    private static final BigInteger MICRO = BigInteger.valueOf(1_000_000);

    private final Chain chain;
    private final int percentile;
    private final BaseUnits maxPriorityFee;

    PriorityPricing(Chain chain, int percentile, BaseUnits maxPriorityFee) {
        this.chain = chain;
        this.percentile = percentile;
        this.maxPriorityFee = maxPriorityFee;
    }

    /** What the transactions of a plan pay. */
    sealed interface Price {

        /** Each pays so many millionths of a lamport a unit, unless the caller named a price. */
        record OfEach(BaseUnits microLamports) implements Price {}

        /** All together pay so many lamports, shared out by units. */
        record OfAll(BaseUnits lamports) implements Price {}
    }

    /** A transaction whose limits are known. */
    record Limited(Compilation compilation, PlannedTransaction planned) {

        /** Its unit limit; without one what the network grants. */
        private long units() {
            return compilation.computeBudget()
                    .unitLimit()
                    .getOrElse(() -> compilation.format().usualUnits(compilation.message(planned).instructions()));
        }

        private Compilation at(BaseUnits price) {
            return compilation.asking(ComputeBudget.NONE.priced(Option.some(price)), planned);
        }

        /** The same that states its units: then the fee is exact. It stays as it is if that does not fit. */
        private Compilation stating(long units, BaseUnits price) {
            return compilation.asking(
                    new ComputeBudget(Option.some(units), Option.some(price), Option.none(), Option.none()), planned);
        }

        private boolean hasRoom() {
            return stating(1, BaseUnits.of(1)).computeBudget().unitPrice().isDefined();
        }
    }

    /**
     * Begins to ask for the price of {@code transactions}. It is 0 if the caller names one for each, or if the chain does not tell what blocks
     * took: a transaction without priority is better than none.
     *
     * @param priorityFee what the caller wants to pay for all together
     */
    Supplier<Price> price(Compilation compilation, Array<PlannedTransaction> transactions, Option<BaseUnits> priorityFee) {
        if (priorityFee.isDefined()) {
            return () -> new Price.OfAll(priorityFee.get());
        }
        if (compilation.computeBudget().unitPrice().isDefined() || maxPriorityFee.isZero()) {
            return () -> new Price.OfEach(BaseUnits.ZERO);
        }
        Array<Address> written = transactions.flatMap(PlannedTransaction::instructions)
                .flatMap(Instruction::accounts)
                .filter(AccountMeta::writable)
                .map(AccountMeta::address)
                .prepend(compilation.payer())
                .distinct();
        Supplier<BaseUnits> recent =
                chain.begin(() -> chain.recentUnitPrices(written).map(this::percentile).getOrElse(BaseUnits.ZERO));
        return () -> new Price.OfEach(recent.get());
    }

    private BaseUnits percentile(Array<BaseUnits> prices) {
        return prices.isEmpty()
                ? BaseUnits.ZERO
                : prices.sorted().get(Math.max(0, Math.ceilDiv(prices.length() * percentile, 100) - 1));
    }

    /** The compilations of {@code transactions} with their prices. A transaction pays nothing if it fits only without a price. */
    Array<Compilation> priced(Array<Limited> transactions, Price price) {
        return switch (price) {
            case Price.OfEach(BaseUnits microLamports) -> transactions.map(one -> one.at(capped(one, microLamports)));
            case Price.OfAll(BaseUnits lamports) -> shared(transactions, lamports);
        };
    }

    /** {@code price}, or the one at which the whole transaction pays the maximum if that is less. */
    private BaseUnits capped(Limited transaction, BaseUnits price) {
        long units = transaction.compilation().computeBudget().unitLimit().getOrElse((long) ComputeBudget.MAX_UNITS);
        BaseUnits most = price(number(maxPriorityFee), units);
        return price.compareTo(most) < 0 ? price : most;
    }

    /** Each pays from its first unit to its last, of all units one after another: what is rounded off at one is paid at the next. */
    private static Array<Compilation> shared(Array<Limited> transactions, BaseUnits lamports) {
        BigInteger all = BigInteger.valueOf(
                transactions.filter(Limited::hasRoom).map(Limited::units).sum().longValue());
        Array<Compilation> priced = Array.empty();
        BigInteger before = BigInteger.ZERO;
        for (Limited transaction : transactions) {
            if (!transaction.hasRoom()) {
                priced = priced.append(transaction.compilation());
                continue;
            }
            long units = transaction.units();
            BigInteger after = before.add(BigInteger.valueOf(units));
            BigInteger share = number(lamports)
                    .multiply(after)
                    .divide(all)
                    .subtract(number(lamports).multiply(before).divide(all));
            priced = priced.append(transaction.stating(units, price(share, units)));
            before = after;
        }
        return priced;
    }

    /** The highest price at which {@code units} cost no more than {@code lamports}. */
    private static BaseUnits price(BigInteger lamports, long units) {
        BigInteger most = lamports.multiply(MICRO).divide(BigInteger.valueOf(Math.max(units, 1)));
        return most.bitLength() > 64 ? BaseUnits.MAX : BaseUnits.ofUnsignedBits(most.longValue());
    }

    private static BigInteger number(BaseUnits amount) {
        return new BigInteger(amount.toString());
    }
}
