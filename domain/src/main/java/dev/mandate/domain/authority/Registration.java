package dev.mandate.domain.authority;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/**
 * What an identity got with its first verification. What is there never changes.
 *
 * @param key its key in the vault
 * @param account the address of its account, which may not be on the chain yet; none until the signer is known, since it follows from that. Where an
 *     earlier version registered the identity it was known before
 * @param signer the address of its key; none until the vault has made it
 * @param orderedBy the API key that ordered the account
 * @param quota the API key whose quota the account counts for
 */
public record Registration(
        ManagedKeyId key, Option<Address> account, Option<Address> signer, ApiKeyId orderedBy, ApiKeyId quota) {

    Registration signedBy(Address address, Option<Address> its) {
        return new Registration(key, account.orElse(its), Option.some(address), orderedBy, quota);
    }
}
