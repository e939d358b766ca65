package dev.mandate.ports.tenant;

import dev.mandate.domain.chain.Network;
import io.vavr.collection.Map;

/**
 * Whether those answer on whom every request depends.
 *
 * @param store whether the journal's store does, and takes writes
 * @param chains whether a node does, by network served
 */
public record Readiness(StoreHealth store, Map<Network, Health> chains) {

    /** How the store is. */
    public enum StoreHealth {
        ANSWERS,
        /** It tells what is there, and takes nothing: each request that would leave a trace is refused. */
        READ_ONLY,
        SILENT
    }

    /** How a network, or everything together, is. */
    public enum Health {
        ANSWERS,
        SILENT
    }

    /** Whether requests can be served: the store answers and takes writes, and at least one network answers. */
    public Health all() {
        return store == StoreHealth.ANSWERS && chains.values().exists(Health.ANSWERS::equals)
                ? Health.ANSWERS
                : Health.SILENT;
    }
}
