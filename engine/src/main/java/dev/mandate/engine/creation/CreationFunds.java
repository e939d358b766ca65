package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationBudget.Spent;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.tenant.CreationRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Whether the operator can and will pay for an account. */
final class CreationFunds {

    private final CreationParts parts;

    CreationFunds(CreationParts parts) {
        this.parts = parts;
    }

    /** Why an order of this cost is not taken on top of {@code spent}, which must have been read just before. */
    Option<CreationRefusal> refusal(Spent spent, BaseUnits cost) {
        return feePayerLow(spent, cost).orElse(() -> overBudget(spent, cost));
    }

    /**
     * Why an order does not go on at this cost. What costs no more than before is within the budget, whatever the operator made of it
     * since.
     *
     * @param before what is spent with the order as it was, read just before
     * @param others what is spent without it
     */
    Option<CreationRefusal> refusal(Spent before, Spent others, BaseUnits cost) {
        boolean costsMore = others.ordering(cost).lamports().compareTo(before.lamports()) > 0;
        return feePayerLow(others, cost)
                .orElse(() -> costsMore ? overBudget(others, cost) : Option.none());
    }

    private Option<CreationRefusal> overBudget(Spent spent, BaseUnits cost) {
        BaseUnits allowed = parts.allowance().budgetLamports();
        return spent.lamports().plus(cost).exists(sum -> sum.compareTo(allowed) <= 0)
                ? Option.none()
                : Option.some(new CreationRefusal.BudgetSpent(allowed, spent.lamports(), cost));
    }

    /**
     * The fee payer must be left with what orders in flight will cost, and with what keeps its own account alive. Its balance is read
     * after the budget: what is not pending any more had left it by then, and what is may count twice, but never not at all.
     */
    private Option<CreationRefusal> feePayerLow(Spent spent, BaseUnits cost) {
        Address payer = parts.operator().feePayer();
        return parts.chain()
                .accounts(Array.of(payer))
                .flatMap(found -> parts.chain().rentExemptMinimum(0).map(minimum -> {
                    BaseUnits balance =
                            found.accounts().get(payer).map(AccountData::lamports).getOrElse(BaseUnits.ZERO);
                    BaseUnits free = balance.minus(spent.pending()).getOrElse(BaseUnits.ZERO);
                    return Option.<CreationRefusal>when(
                            !free.minus(cost).exists(rest -> rest.compareTo(minimum) >= 0),
                            () -> new CreationRefusal.FeePayerLow(free, cost));
                }))
                .getOrElseGet(fault ->
                        Option.some(new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault))));
    }
}
