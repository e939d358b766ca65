package dev.mandate.ports.api.tenant;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.api.passkey.Passkeys;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** All networks that this deployment serves. */
public interface TenantServices {

    /** The service of {@code tenant} on {@code network}; none if no node is configured for it. */
    Option<TenantService> service(Network network, Tenant tenant);

    /**
     * Runs {@code work} as one request: all that it asks of the services shares one budget of calls to nodes.
     *
     * @param id for log lines about its calls to nodes
     */
    <T> T request(String id, Supplier<T> work);

    /** The operator's fee payer of each network served. */
    Map<Network, Address> feePayers();

    /** The passkeys of all tenants; none if they are not offered. */
    Option<Passkeys> passkeys();

    /** The state of the store and of each network's node. It asks all of them, so do not call it for every client's request. */
    Readiness readiness();
}
