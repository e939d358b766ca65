package dev.mandate.ports.api.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.ports.api.custody.BuildRefusal;

/** Why a durable nonce is not allowed, or its use not ended. */
public sealed interface NonceRefusal {

    /** The account could not be read. */
    record NotRead(BuildRefusal why) implements NonceRefusal {}

    /** The nonce account could not be read, or its authority is no signer of the account. */
    record Unfit(BuildRefusal why) implements NonceRefusal {}

    /** The intent has no effect. */
    record ByIntent(IntentRefusal why) implements NonceRefusal {}

    /** The account has as many nonces as it may have. */
    record TooMany(int limit) implements NonceRefusal {}

    /** The account has not allowed this nonce. */
    record NotAllowed(Address nonceAccount) implements NonceRefusal {}

    /** The idempotency key was used for another request. */
    record KeyReused() implements NonceRefusal {}
}
