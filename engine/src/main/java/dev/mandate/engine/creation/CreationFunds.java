package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationBudget.Spent;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.tenant.CreationRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Whether the operator can and will pay for an account. */
final class CreationFunds {

    private final CreationParts parts;
    private final CreationBudget budget;

    CreationFunds(CreationParts parts, CreationBudget budget) {
        this.parts = parts;
        this.budget = budget;
    }

    /**
     * What the fee payer has.
     *
     * @param minimum keeps its own account alive
     * @param paidBefore what had left it for good when the balance was read, or more has left it since
     */
    record Balance(BaseUnits lamports, BaseUnits minimum, BaseUnits paidBefore) {

        /** What is left for another order, without what has been paid since the reading: the balance may not show it. */
        private BaseUnits free(Spent spent) {
            BaseUnits paidSince = spent.paid().minus(paidBefore).getOrElse(BaseUnits.ZERO);
            return spent.pending().plus(paidSince).flatMap(lamports::minus).getOrElse(BaseUnits.ZERO);
        }
    }

    /** Reads the balance after the budget: what the budget says is paid had left it by then. */
    Either<CreationRefusal, Balance> balance() {
        BaseUnits paid = budget.spent().paid();
        Address payer = parts.operator().feePayer();
        return parts.chain()
                .accounts(Array.of(payer))
                .flatMap(found -> parts.chain().rentExemptMinimum(0).map(minimum -> new Balance(
                        found.accounts().get(payer).map(AccountData::lamports).getOrElse(BaseUnits.ZERO), minimum, paid)))
                .mapLeft(fault -> new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault)));
    }

    /** Why an order of this cost is not taken on top of {@code spent}. */
    Option<CreationRefusal> refusal(Balance balance, Spent spent, BaseUnits cost) {
        return feePayerLow(balance, spent, cost).orElse(() -> overBudget(spent, cost));
    }

    /**
     * Why an order does not go on at this cost. What costs no more than before is within the budget, whatever the operator made of it
     * since.
     *
     * @param before what is spent with the order as it was
     * @param others what is spent without it
     */
    Option<CreationRefusal> refusal(Balance balance, Spent before, Spent others, BaseUnits cost) {
        boolean costsMore = others.ordering(cost).lamports().compareTo(before.lamports()) > 0;
        return feePayerLow(balance, others, cost)
                .orElse(() -> costsMore ? overBudget(others, cost) : Option.none());
    }

    private Option<CreationRefusal> overBudget(Spent spent, BaseUnits cost) {
        BaseUnits allowed = parts.allowance().budgetLamports();
        return spent.lamports().plus(cost).exists(sum -> sum.compareTo(allowed) <= 0)
                ? Option.none()
                : Option.some(new CreationRefusal.BudgetSpent(allowed, spent.lamports(), cost));
    }

    private static Option<CreationRefusal> feePayerLow(Balance balance, Spent spent, BaseUnits cost) {
        BaseUnits free = balance.free(spent);
        return Option.when(
                !free.minus(cost).exists(rest -> rest.compareTo(balance.minimum()) >= 0),
                () -> new CreationRefusal.FeePayerLow(free, cost));
    }
}
