package dev.mandate.ports.desk;

import dev.mandate.domain.chain.Network;
import io.vavr.collection.Map;

/**
 * Whether those answer on whom every request depends.
 *
 * @param store whether the journal's store does
 * @param chains whether a node does, by network served
 */
public record Readiness(Health store, Map<Network, Health> chains) {

    /** How one of them is. */
    public enum Health {
        ANSWERS,
        SILENT
    }

    /** Whether requests can be served: the store answers, and at least one network. */
    public Health all() {
        return store == Health.ANSWERS && chains.values().exists(Health.ANSWERS::equals)
                ? Health.ANSWERS
                : Health.SILENT;
    }
}
