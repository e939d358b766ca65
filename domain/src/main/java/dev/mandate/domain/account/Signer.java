package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;

/** One who takes part in an account's decisions, by a key of theirs. */
public record Signer(Address address, Permissions permissions) {

    public boolean may(Permission permission) {
        return permissions.allow(permission);
    }
}
