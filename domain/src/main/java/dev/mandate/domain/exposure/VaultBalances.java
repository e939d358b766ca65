package dev.mandate.domain.exposure;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Map;

/** What the vault with index 0 has, by token. Amounts in base units; nothing is in here with the amount 0. */
public record VaultBalances(Map<Token, BaseUnits> amounts) {

    public VaultBalances {
        amounts = amounts.rejectValues(BaseUnits::isZero);
    }
}
