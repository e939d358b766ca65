package dev.mandate.engine.review;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewTerms.NonceAuthority;
import dev.mandate.ports.spi.policy.NonceAccounts;

/**
 * What a review measures by, beside the rules of an account.
 *
 * @param maxPriorityFee the maximum priority fee of a transaction in lamports, whoever pays it
 * @param nonceAccounts the durable nonces that transactions may use
 * @param nonceAuthority who may have the authority over these
 */
public record Safeguards(BaseUnits maxPriorityFee, NonceAccounts nonceAccounts, NonceAuthority nonceAuthority) {
}
