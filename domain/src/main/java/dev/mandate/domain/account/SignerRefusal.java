package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/** Why an address may not act on an account. */
public sealed interface SignerRefusal {

    /** It is not among the account's signers. */
    record NotASigner(Address address) implements SignerRefusal {}

    /**
     * It is a signer, but has none of the required permissions.
     *
     * @param oneOf each of these alone suffices
     */
    record PermissionMissing(Signer signer, Array<Permission> oneOf) implements SignerRefusal {}
}
