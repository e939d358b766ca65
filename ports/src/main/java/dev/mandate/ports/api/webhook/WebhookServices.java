package dev.mandate.ports.api.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.ports.api.events.EventServices;
import io.vavr.control.Option;

/** What tenants are told, and where it is sent. */
public interface WebhookServices extends EventServices {

    /** The tenant's webhooks; none if they are not offered. */
    Option<Webhooks> webhooks(Tenant tenant);
}
