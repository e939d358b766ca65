package dev.mandate.domain.review;

import dev.mandate.domain.account.Roster;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * What the review measures a transaction by.
 *
 * @param operators the operator's addresses. They sign only creations that the engine built itself
 * @param maxPriorityFee in lamports
 * @param nonceAccounts the durable nonces that the account allows
 * @param nonceAuthority who may have the authority over one of these
 * @param nonceRent lamports that a nonce account needs
 * @param roster the account's signers now; none while the account does not exist
 * @param acknowledged the kinds of giveaways that the caller accepts
 */
public record ReviewTerms(
        Set<Address> operators,
        BaseUnits maxPriorityFee,
        Set<Address> nonceAccounts,
        NonceAuthority nonceAuthority,
        BaseUnits nonceRent,
        Option<Roster> roster,
        Set<GiveawayWarning.Code> acknowledged) {

    /** Who may have the authority over a durable nonce that an account allows. */
    public enum NonceAuthority {
        /** Only a signer of the account: anybody else could void what is signed, or keep it alive. */
        SIGNER,
        /** Anybody, since whoever lists the nonce knows its authority. */
        ANYBODY
    }
}
