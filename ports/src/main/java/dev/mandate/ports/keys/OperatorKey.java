package dev.mandate.ports.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import io.vavr.collection.Array;

/**
 * The operator's own keys on one network: the fee payer, out of whose pocket accounts are made, and for each of them a create key that
 * is derived from a secret, and so need not be kept anywhere. Safe from any thread.
 */
public interface OperatorKey {

    /** Pays for accounts that are made here. */
    Address feePayer();

    /** The key over which the account's address is derived; the same for the same id, in every process of a deployment. */
    Address createKey(CreationId id);

    /**
     * Signs the making of an account.
     *
     * @return one signature for each of the transaction's signers, in order; the same every time
     * @throws IllegalArgumentException if others have to sign than the fee payer and the creation's create key
     */
    Array<Signature> sign(AuthorizedCreation creation);
}
