package dev.mandate.engine.parts;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import io.vavr.control.Option;

/** A part of each engine. Workers, who serve all tenants, find the one for a message by it. */
@FunctionalInterface
public interface PerTenant<T> {

    /** The part of the engine of {@code tenant} on {@code network}; none if that network is not served here. */
    Option<T> of(Tenant tenant, Network network);
}
