package dev.mandate.ports.tenant;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.program.AccountRef;

/**
 * An account that a tenant knows.
 *
 * @param origin how they came by it
 * @param since the server's time
 */
public record TenantAccount(AccountRef ref, Origin origin, UnixTime since) {

    /** How a tenant came by an account. */
    public enum Origin {
        /** The service made it. */
        CREATED,
        /** It was on the chain, or is made by its owners. */
        IMPORTED
    }
}
