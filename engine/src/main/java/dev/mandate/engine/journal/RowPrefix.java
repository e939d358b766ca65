package dev.mandate.engine.journal;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;

/** How the keys of rows and streams begin that belong to a network, or to a tenant on it. Neither is another one's beginning. */
public final class RowPrefix {

    private RowPrefix() {}

    /** Of what belongs to a network. */
    public static String of(Network network) {
        return network.name() + "/";
    }

    /** Of what belongs to a tenant on a network. No tenant's name holds a slash. */
    public static String of(Tenant tenant, Network network) {
        return tenant.name() + "/" + of(network);
    }
}
