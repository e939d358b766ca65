package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.ports.api.authority.AuthorityServices;
import dev.mandate.ports.api.webhook.WebhookServices;
import dev.mandate.ports.api.tenant.TenantServices;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.util.function.Supplier;

/** All endpoints of the service. */
public final class Api {

    private Api() {}

    /**
     * Returns the endpoints over {@code services}, and {@code /openapi.json}, which describes all of them.
     *
     * @param more additional endpoints of the application
     */
    public static Array<Endpoint> endpoints(
            TenantServices services,
            AuthorityServices authorities,
            WebhookServices events,
            ServiceSettings settings,
            InFlightRequests requests,
            Seq<Endpoint> more) {
        ServiceEndpoints own = new ServiceEndpoints(services, settings, requests);
        Array<Endpoint> others = ofTenants(services, authorities, settings)
                .appendAll(new EventEndpoints(services, events).all())
                .appendAll(new WebhookEndpoints(events).all())
                .appendAll(own.all()).appendAll(more);
        Array<Endpoint> described = others.append(own.service(others));
        return described.append(ServiceEndpoints.description(described));
    }

    /** Returns the endpoints for the work of tenants, as the documented interface has them. */
    public static Array<Endpoint> ofTenants(
            TenantServices services, AuthorityServices authorities, ServiceSettings settings) {
        TenantEndpoints service = new TenantEndpoints(services, authorities, settings);
        return AccountEndpoints.all(service)
                .appendAll(CreationEndpoints.all(service))
                .appendAll(EmailAccountEndpoints.all(service))
                .appendAll(EmailCredentialEndpoints.all(service))
                .appendAll(SettingsEndpoints.all(service))
                .appendAll(LimitEndpoints.all(service))
                .appendAll(NonceEndpoints.all(service))
                .appendAll(FilterEndpoints.all(service))
                .appendAll(TransactionEndpoints.all(service))
                .appendAll(LifeCycleEndpoints.all(service))
                .appendAll(TransferEndpoints.all(service))
                .appendAll(ExposureEndpoints.all(service))
                .appendAll(ExplainEndpoints.all(service))
                .appendAll(NameEndpoints.all(service))
                .appendAll(new PasskeyEndpoints(service, services.passkeys()).all())
                .appendAll(SubmissionEndpoints.all(service));
    }

    /**
     * Returns {@code /metrics}, open to everyone who can reach it. The metrics show how much the service is used.
     *
     * @param scrape all metrics in the text format of Prometheus
     */
    public static Endpoint metrics(Supplier<String> scrape) {
        return ServiceEndpoints.metrics(scrape);
    }

    /** Returns the endpoints for monitoring: health and {@code /metrics}. They need no API key. */
    public static Array<Endpoint> monitoring(
            TenantServices services, ServiceSettings settings, InFlightRequests requests, Supplier<String> scrape) {
        return new ServiceEndpoints(services, settings, requests).health().append(metrics(scrape));
    }
}
