package dev.mandate.ports.api.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Retry;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * The durable nonces that transactions of a tenant's accounts may use. An account has none until its threshold or its admin allows one by a signed
 * intent: a transaction with a durable nonce does not expire, and whoever holds it chooses when it lands.
 */
public interface NonceListing {

    /** The most nonces of an account. */
    int MOST = 32;

    /** A nonce account that transactions may use. */
    record AllowedNonce(Address account, UnixTime since) {}

    /** The nonces of an account, the oldest first. */
    Either<BuildRefusal, Seq<AllowedNonce>> of(Address account);

    /**
     * Allows a nonce account, which exists on the chain and whose authority is a signer of the account. Allowing it again has no effect.
     *
     * @param intent {@code nonce_account_allow} with {@code nonce_account}, by the threshold or the admin
     * @return the nonce account
     */
    Either<NonceRefusal, Address> allow(Address account, Address nonceAccount, SignedIntent intent, Retry retry);

    /**
     * Ends the use of a nonce account. Transactions with it that were submitted before may still land.
     *
     * @param intent {@code nonce_account_withdraw} with {@code nonce_account}, by the threshold or the admin
     * @return the nonce account
     */
    Either<NonceRefusal, Address> withdraw(Address account, Address nonceAccount, SignedIntent intent, Retry retry);
}
