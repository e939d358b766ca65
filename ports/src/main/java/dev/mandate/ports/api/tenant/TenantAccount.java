package dev.mandate.ports.api.tenant;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.program.AccountRef;

/**
 * An account of a tenant.
 *
 * @param origin how the tenant got it
 * @param since when the tenant got it, by the server's clock
 */
public record TenantAccount(AccountRef ref, Origin origin, UnixTime since) {

    /** How a tenant got an account. */
    public enum Origin {
        /** The service created it. */
        CREATED,
        /** It was imported from the chain, or was created at its owners' cost. */
        IMPORTED
    }
}
