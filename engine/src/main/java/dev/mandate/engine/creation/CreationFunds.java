package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationBudget.Sums;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.tenant.CreationRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** Checks whether the operator can pay for an account, and whether the budget allows it. */
final class CreationFunds {

    private final CreationParts parts;
    private final CreationRepository book;
    private final CreationBudget budget;

    CreationFunds(CreationParts parts, CreationRepository book, CreationBudget budget) {
        this.parts = parts;
        this.book = book;
        this.budget = budget;
    }

    /**
     * The balance of the fee payer.
     *
     * @param minimum the rent minimum of its own account
     * @param paidBefore lamports of the budget that had left it for good when the balance was read; it may have paid more by then
     * @param landed cost of orders that were pending then by the journal, and whose accounts the same reading shows: the balance is without it
     */
    record Balance(BaseUnits lamports, BaseUnits minimum, BaseUnits paidBefore, BaseUnits landed) {

        /** The lamports free for another order. What was paid since the reading is subtracted, because the balance may not show it. */
        private BaseUnits free(Sums sums) {
            BaseUnits paidSince = sums.paid().minus(paidBefore).getOrElse(BaseUnits.ZERO);
            return sums.pending()
                    .plus(paidSince)
                    .flatMap(reserved -> lamports.minus(reserved.minus(landed).getOrElse(BaseUnits.ZERO)))
                    .getOrElse(BaseUnits.ZERO);
        }
    }

    /** Reads the balance after the payments, so everything that they count as paid has left the balance. */
    Either<CreationRefusal, Balance> balance() {
        return balance(budget.paid(), Array.empty());
    }

    /** The same with the orders that have landed and are not settled. It takes many reads of the journal: for a balance that seems too low. */
    Either<CreationRefusal, Balance> balanceAndLanded() {
        // First what is paid: an order that is settled meanwhile must not count as paid before and as landed.
        BaseUnits paid = budget.paid();
        return balance(paid, parts.submissions().openOfAllTenants().flatMap(book::pendingBy));
    }

    private Either<CreationRefusal, Balance> balance(BaseUnits paid, Array<CreationRecord> pending) {
        Address payer = parts.operator().key().feePayer();
        Supplier<Either<ChainFault, BaseUnits>> rent = parts.engine().chain().begin(() -> parts.engine().chain().rentExemptMinimum(0));
        return parts.engine().chain()
                .accounts(AccountQuery.ofAnyOwner(Array.of(payer)).appendAll(pending.map(this::settings)))
                .flatMap(found -> rent.get().map(minimum -> new Balance(
                        ChainReader.lamports(found, payer),
                        minimum,
                        paid,
                        pending.filter(order -> found.at(settings(order)).owned().isDefined())
                                .map(order -> order.charge().cost())
                                .foldLeft(BaseUnits.ZERO, (sum, cost) -> sum.plus(cost).getOrElse(BaseUnits.MAX)))))
                .mapLeft(fault -> new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault)));
    }

    private AccountQuery settings(CreationRecord order) {
        return parts.engine().program().query(order.order().account().settings().address());
    }

    /** Why an order of this cost is refused, given {@code sums}. */
    Option<CreationRefusal> refusal(Balance balance, Sums sums, BaseUnits cost) {
        return feePayerLow(balance, sums, cost).orElse(() -> overBudget(sums, cost));
    }

    /**
     * Why an order cannot continue at this cost. A cost that is not higher than before is within the budget, even if the operator has
     * lowered the budget since.
     *
     * @param before the sums with the order at its previous cost
     * @param others the sums without the order
     */
    Option<CreationRefusal> refusal(Balance balance, Sums before, Sums others, BaseUnits cost) {
        boolean costsMore = others.ordering(cost).spent().compareTo(before.spent()) > 0;
        return feePayerLow(balance, others, cost)
                .orElse(() -> costsMore ? overBudget(others, cost) : Option.none());
    }

    private Option<CreationRefusal> overBudget(Sums sums, BaseUnits cost) {
        BaseUnits allowed = parts.operator().allowance().lamportsPerTenantPerDay();
        return sums.spent().plus(cost).exists(sum -> sum.compareTo(allowed) <= 0)
                ? Option.none()
                : Option.some(new CreationRefusal.BudgetSpent(
                        allowed, sums.spent(), cost, CreationQuota.endOfDay(parts.engine().clock().now())));
    }

    private static Option<CreationRefusal> feePayerLow(Balance balance, Sums sums, BaseUnits cost) {
        BaseUnits free = balance.free(sums);
        return Option.when(
                !free.minus(cost).exists(rest -> rest.compareTo(balance.minimum()) >= 0),
                () -> new CreationRefusal.FeePayerLow(free, cost));
    }
}
