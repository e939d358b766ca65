package dev.mandate.ports.api.tenant;

import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.chain.MissingMethod;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;

/**
 * Whether the store, the key vault and the chain nodes answer. Requests depend on them.
 *
 * @param store whether the journal's store answers, and accepts writes
 * @param vault whether the key vault answers; without a vault it does
 * @param chains whether a node answers, for each network served
 * @param nodes each node of a network that has several sources to tell apart
 */
public record Readiness(StoreHealth store, VaultHealth vault, Map<Network, Health> chains, Map<Network, Seq<NodeHealth>> nodes) {

    /** Without nodes to tell apart. */
    public Readiness(StoreHealth store, VaultHealth vault, Map<Network, Health> chains) {
        this(store, vault, chains, HashMap.empty());
    }

    /**
     * The state of one node.
     *
     * @param name host and port
     * @param health {@link Health#ANSWERS}, {@link Health#BEHIND}, {@link Health#WRONG_NETWORK} or {@link Health#SILENT}
     * @param missing the methods in use that it does not offer
     */
    public record NodeHealth(String name, Health health, Seq<MissingMethod> missing) {}

    /** The state of the store. */
    public enum StoreHealth {
        ANSWERS,
        /** It can be read, but not written: requests that must record something are refused. */
        READ_ONLY,
        SILENT
    }

    /** The state of the key vault. */
    public enum VaultHealth {
        ANSWERS,
        /** What needs a key is refused. Reads go on, and what needs no key. */
        SILENT
    }

    /** The state of a network, or of the whole service. */
    public enum Health {
        ANSWERS,
        /** Its nodes lag behind the network. */
        BEHIND,
        /** Its nodes belong to another network. */
        WRONG_NETWORK,
        /** Fewer nodes answer than have to agree: it is read and built for, and nothing is signed or told for good. */
        TOO_FEW_NODES,
        /** Its clock and the server's are too far apart: no limit that the engine keeps is used or ended. */
        CLOCKS_DISAGREE,
        SILENT
    }

    /** Whether requests can be served: the store answers and takes writes, the vault answers, and a node of at least one network answers. */
    public Health all() {
        return store == StoreHealth.ANSWERS
                        && vault == VaultHealth.ANSWERS
                        && chains.values().exists(Readiness::isRead)
                ? Health.ANSWERS
                : Health.SILENT;
    }

    private static boolean isRead(Health health) {
        return switch (health) {
            case ANSWERS, TOO_FEW_NODES, CLOCKS_DISAGREE -> true;
            case BEHIND, WRONG_NETWORK, SILENT -> false;
        };
    }
}
