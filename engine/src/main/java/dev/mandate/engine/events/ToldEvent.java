package dev.mandate.engine.events;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventOrigin;
import io.vavr.control.Option;

/** What a recorded event tells, and whom. The components are as in {@link dev.mandate.ports.api.events.CustodyEvent}. */
public record ToldEvent(
        Tenant tenant, UnixTime at, Option<Network> network, Option<Address> account, EventOrigin origin, EventData data) {

    /** Something about an account that was done here. */
    public static ToldEvent here(Tenant tenant, UnixTime at, Network network, Address account, EventData data) {
        return here(tenant, at, Option.some(network), Option.some(account), data);
    }

    /** Something that was done here. */
    public static ToldEvent here(Tenant tenant, UnixTime at, Option<Network> network, Option<Address> account, EventData data) {
        return new ToldEvent(tenant, at, network, account, EventOrigin.HERE, data);
    }
}
