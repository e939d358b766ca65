package dev.mandate.ports.spi.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.webhook.Webhook;

/** The bodies of webhooks: JSON. */
public interface WebhookBodies {

    /** An event, as the interface's own pages of events show it. */
    Bytes of(Tenant tenant, CustodyEvent event);

    /**
     * A test of a webhook, in the form of an event.
     *
     * @param id of the test
     */
    Bytes test(Webhook webhook, String id, UnixTime at);
}
