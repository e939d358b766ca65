package dev.mandate.ports.api.events;

import dev.mandate.domain.access.Tenant;

/** The events of all tenants of this deployment. */
@FunctionalInterface
public interface EventServices {

    /** The tenant's events, on all networks. */
    EventFeed events(Tenant tenant);
}
