package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;

/** A signer of an account: a key's address with its permissions. */
public record Signer(Address address, Permissions permissions) {

    public boolean may(Permission permission) {
        return permissions.allow(permission);
    }
}
