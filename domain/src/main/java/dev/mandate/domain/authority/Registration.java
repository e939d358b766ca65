package dev.mandate.domain.authority;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/**
 * What an identity got with its first verification. It never changes.
 *
 * @param key its key in the vault
 * @param account the address of its account, which may not be on the chain yet
 * @param signer the address of its key; none until the vault has made it
 * @param orderedBy the API key that ordered the account
 * @param quota the API key whose quota the account counts for
 */
public record Registration(
        ManagedKeyId key, Address account, Option<Address> signer, ApiKeyId orderedBy, ApiKeyId quota) {

    Registration signedBy(Address address) {
        return new Registration(key, account, Option.some(address), orderedBy, quota);
    }
}
