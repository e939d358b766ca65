package dev.mandate.engine.creation;

import dev.mandate.domain.money.BaseUnits;

/**
 * The limits of what the operator pays. A day begins at midnight UTC.
 *
 * @param lamportsPerTenantPerDay for all accounts that one tenant orders on one network in one day, rents and fees together
 * @param perKeyPerDay the number of accounts that one API key may order in one day
 */
public record CreationAllowance(BaseUnits lamportsPerTenantPerDay, int perKeyPerDay) {

    public CreationAllowance {
        if (perKeyPerDay < 0) {
            throw new IllegalArgumentException("a quota of " + perKeyPerDay);
        }
    }
}
