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
 * The unit price of transactions for which the caller names none: a percentile of what recent blocks took for the accounts that they write,
 * but no more than the host's maximum for the whole transaction.
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

    /**
     * Begins to ask for the price of {@code transactions}, in millionths of a lamport; 0 if the caller names one, or if the chain does not tell what
     * blocks took: a transaction without priority is better than none.
     */
    Supplier<BaseUnits> price(Compilation compilation, Array<PlannedTransaction> transactions) {
        if (compilation.computeBudget().unitPrice().isDefined() || maxPriorityFee.isZero()) {
            return () -> BaseUnits.ZERO;
        }
        Array<Address> written = transactions.flatMap(PlannedTransaction::instructions)
                .flatMap(Instruction::accounts)
                .filter(AccountMeta::writable)
                .map(AccountMeta::address)
                .prepend(compilation.payer())
                .distinct();
        return chain.begin(() -> chain.recentUnitPrices(written).map(this::percentile).getOrElse(BaseUnits.ZERO));
    }

    private BaseUnits percentile(Array<BaseUnits> prices) {
        return prices.isEmpty()
                ? BaseUnits.ZERO
                : prices.sorted().get(Math.max(0, Math.ceilDiv(prices.length() * percentile, 100) - 1));
    }

    /** {@code compilation} at {@code price}, or at the maximum if that is less. */
    Compilation priced(Compilation compilation, PlannedTransaction planned, BaseUnits price) {
        long units = compilation.computeBudget().unitLimit().getOrElse((long) ComputeBudget.MAX_UNITS);
        BigInteger most = new BigInteger(maxPriorityFee.toString()).multiply(MICRO).divide(BigInteger.valueOf(Math.max(units, 1)));
        BaseUnits capped = most.bitLength() > 64 || price.compareTo(BaseUnits.ofUnsignedBits(most.longValue())) < 0
                ? price
                : BaseUnits.ofUnsignedBits(most.longValue());
        return compilation.asking(ComputeBudget.NONE.priced(Option.some(capped)), planned);
    }
}
