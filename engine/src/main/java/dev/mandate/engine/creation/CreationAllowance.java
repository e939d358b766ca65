package dev.mandate.engine.creation;

import dev.mandate.domain.money.BaseUnits;

/**
 * What the operator is ready to pay.
 *
 * @param budgetLamports for all accounts that are made on one network, rents and fees together
 * @param perKeyPerDay how many accounts one API key may order in one day, which begins at midnight UTC
 */
public record CreationAllowance(BaseUnits budgetLamports, int perKeyPerDay) {

    public CreationAllowance {
        if (perKeyPerDay < 0) {
            throw new IllegalArgumentException("a quota of " + perKeyPerDay);
        }
    }
}
