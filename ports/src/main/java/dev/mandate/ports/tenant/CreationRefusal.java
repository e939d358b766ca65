package dev.mandate.ports.tenant;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.custody.BuildRefusal;

/** Why no account is made. */
public sealed interface CreationRefusal {

    /** It cannot be built. */
    record NotBuilt(BuildRefusal why) implements CreationRefusal {}

    /**
     * This key has had its number of accounts for the day.
     *
     * @param freeAgainAt when the next one may be ordered
     */
    record QuotaSpent(int perDay, UnixTime freeAgainAt) implements CreationRefusal {}

    /** The operator's budget for creations is used up. */
    record BudgetSpent(BaseUnits budget, BaseUnits spent, BaseUnits cost) implements CreationRefusal {}

    /**
     * The operator's fee payer has too little for it.
     *
     * @param balance lamports that it holds beyond the cost of orders in flight
     */
    record FeePayerLow(BaseUnits balance, BaseUnits cost) implements CreationRefusal {}

    /** The retry's key was used for something else. */
    record KeyReused() implements CreationRefusal {}
}
