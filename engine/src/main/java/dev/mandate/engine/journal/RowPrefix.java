package dev.mandate.engine.journal;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;

/**
 * Prefixes of row keys and stream ids for everything that belongs to a network, or to a tenant on a network. No such prefix is
 * a prefix of another one.
 */
public final class RowPrefix {

    private RowPrefix() {}

    /** The prefix for a network. */
    public static String of(Network network) {
        return network.name() + "/";
    }

    /** The prefix for a tenant on a network. Tenant names contain no slash. */
    public static String of(Tenant tenant, Network network) {
        return tenant.name() + "/" + of(network);
    }
}
