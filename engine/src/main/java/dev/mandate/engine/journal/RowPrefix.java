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

    /**
     * A key without its prefix.
     *
     * @param rest what follows the prefix
     */
    public record Own(Tenant tenant, Network network, String rest) {}

    /** The parts of a key of a tenant's own record. */
    public static Own own(String key) {
        int tenant = key.indexOf('/');
        Shared shared = shared(key.substring(tenant + 1));
        return new Own(new Tenant(key.substring(0, tenant)), shared.network(), shared.rest());
    }

    /** As {@link Own}, of a record that the tenants of a network share. */
    public record Shared(Network network, String rest) {}

    /** The parts of a key of a record that the tenants of a network share. */
    public static Shared shared(String key) {
        int network = key.indexOf('/');
        return new Shared(new Network(key.substring(0, network)), key.substring(network + 1));
    }

    /** The prefix for a tenant on a network. Tenant names contain no slash. */
    public static String of(Tenant tenant, Network network) {
        return tenant.name() + "/" + of(network);
    }
}
