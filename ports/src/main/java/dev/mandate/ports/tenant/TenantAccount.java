package dev.mandate.ports.tenant;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.program.AccountRef;

/**
 * An account of a tenant.
 *
 * @param origin how the tenant got it
 * @param since the server's time
 */
public record TenantAccount(AccountRef ref, Origin origin, UnixTime since) {

    /** How a tenant got an account. */
    public enum Origin {
        /** The service made it. */
        CREATED,
        /** It was imported from the chain, or is created at its owners' cost. */
        IMPORTED
    }
}
