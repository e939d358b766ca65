package dev.mandate.ports.spi.keys;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;

/**
 * A transaction message that was decoded from exactly these bytes. It operates on the signer's account and nothing else, and the signer's
 * authority approved it; or it is an {@link AuthorizedCreation}, for which the operator's fee payer signs. Only the engine's decision about managed
 * signatures constructs it otherwise; an architecture test checks that. So a {@link KeyVault} signs nothing else.
 *
 * @param tenant the owner of the key
 * @param key the key that signs
 * @param signer the key's address, one of the message's signers
 * @param message the bytes to sign, of a legacy, v0 or v1 transaction
 */
public record AuthorizedMessage(Tenant tenant, ManagedKeyId key, Address signer, Bytes message) {

    /** The operator's key is no tenant's: ids of tenants' keys are hashes, and none has only zeros. */
    public static final Tenant OPERATOR = new Tenant("operator");

    /** The id of the operator's fee payer in every vault. */
    public static final ManagedKeyId FEE_PAYER = new ManagedKeyId("key_" + "0".repeat(32));

    /**
     * A creation, to be signed by the operator's fee payer.
     *
     * @throws IllegalArgumentException if it has another payer
     */
    public static AuthorizedMessage of(AuthorizedCreation creation, Address feePayer) {
        if (!creation.transaction().signers().headOption().contains(feePayer)) {
            throw new IllegalArgumentException("the operator does not pay for " + creation.id());
        }
        return new AuthorizedMessage(OPERATOR, FEE_PAYER, feePayer, creation.transaction().message());
    }
}
