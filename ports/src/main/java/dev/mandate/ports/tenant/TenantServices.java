package dev.mandate.ports.tenant;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** All networks that this deployment serves. */
public interface TenantServices {

    /** The caller's tenant service on {@code network}; none if no node is configured for it. */
    Option<TenantService> service(Network network, Caller caller);

    /** The operator's address that pays for accounts that are made here, by network served. */
    Map<Network, Address> feePayers();

    /** How that is on which the service stands. Asks the store and a node of every network: nothing to do for everybody who wonders. */
    Readiness readiness();
}
