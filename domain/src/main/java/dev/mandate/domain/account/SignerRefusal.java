package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/** Why an address may not act on an account. */
public sealed interface SignerRefusal {

    /** It is not among the account's signers. */
    record NotASigner(Address address) implements SignerRefusal {}

    /**
     * It is a signer, without any of the permissions that this takes.
     *
     * @param oneOf each of these alone would do
     */
    record PermissionMissing(Signer signer, Array<Permission> oneOf) implements SignerRefusal {}
}
