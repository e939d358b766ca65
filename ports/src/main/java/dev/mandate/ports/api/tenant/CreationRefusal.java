package dev.mandate.ports.api.tenant;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.BuildRefusal;

/** Why an account is not created. */
public sealed interface CreationRefusal {

    /** The transaction cannot be built. */
    record NotBuilt(BuildRefusal why) implements CreationRefusal {}

    /**
     * The API key has used its daily quota of accounts.
     *
     * @param freeAgainAt when the next one may be ordered
     */
    record QuotaSpent(int perDay, UnixTime freeAgainAt) implements CreationRefusal {}

    /**
     * The tenant has used the operator's daily budget for its accounts.
     *
     * @param freeAgainAt when the next day begins
     */
    record BudgetSpent(BaseUnits budget, BaseUnits spent, BaseUnits cost, UnixTime freeAgainAt) implements CreationRefusal {}

    /**
     * The balance of the operator's fee payer is too low.
     *
     * @param balance lamports that it holds beyond the cost of pending orders that it has not paid yet
     */
    record FeePayerLow(BaseUnits balance, BaseUnits cost) implements CreationRefusal {}

    /** The idempotency key was used for another request. */
    record KeyReused() implements CreationRefusal {}
}
