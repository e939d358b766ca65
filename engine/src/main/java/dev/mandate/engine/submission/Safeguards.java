package dev.mandate.engine.submission;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.custody.NonceAccounts;

/**
 * What a host allows beyond the rules of an account.
 *
 * @param maxPriorityFee the most that a transaction may pay to be preferred, in lamports, whoever pays
 * @param nonceAccounts the durable nonces that transactions may live by
 */
public record Safeguards(BaseUnits maxPriorityFee, NonceAccounts nonceAccounts) {

    /** 10,000,000 lamports, and no nonce. */
    public static final Safeguards DEFAULT = new Safeguards(BaseUnits.of(10_000_000), NonceAccounts.NONE);
}
