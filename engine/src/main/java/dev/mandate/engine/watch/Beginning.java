package dev.mandate.engine.watch;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.tenant.TenantAccount;

/** From when on a tenant is told of an account. */
public sealed interface Beginning {

    /** Everything, from the transaction that made it on. */
    record Creation() implements Beginning {}

    /** The same if it was made then or later, by the chain's clock; else what happens from the first look on. */
    record CreationSince(UnixTime time) implements Beginning {

        /** Clocks differ, and it takes a while until a creation is confirmed. */
        private static final long MARGIN_SECONDS = 3_600;

        static CreationSince recordedAt(UnixTime time) {
            return new CreationSince(time.plusSeconds(-MARGIN_SECONDS));
        }
    }

    /** What happens from the first look on. */
    record FirstLook() implements Beginning {}

    /** Of a tenant's account. The first look at an imported one is in the commit of the import; otherwise its owners have paid for it. */
    static Beginning of(TenantAccount account) {
        return switch (account.origin()) {
            case CREATED -> new Creation();
            case IMPORTED -> CreationSince.recordedAt(account.since());
        };
    }
}
