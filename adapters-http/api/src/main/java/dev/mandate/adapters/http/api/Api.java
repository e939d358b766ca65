package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.ports.authority.AuthorityServices;
import dev.mandate.ports.tenant.TenantServices;
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
            ServiceSettings settings,
            InFlightRequests traffic,
            Seq<Endpoint> more) {
        TenantEndpoints service = new TenantEndpoints(services, authorities, settings);
        EmailAccountEndpoints email = new EmailAccountEndpoints(service);
        EmailCredentialEndpoints credentials = new EmailCredentialEndpoints(service);
        CreationEndpoints creations = new CreationEndpoints(service);
        TransferEndpoints transfers = new TransferEndpoints(service, settings);
        Array<Endpoint> neutral = new AccountEndpoints(service)
                .neutral()
                .appendAll(creations.neutral())
                .appendAll(email.neutral())
                .appendAll(credentials.neutral())
                .appendAll(new SettingsEndpoints(service).neutral())
                .appendAll(new LimitEndpoints(service).neutral())
                .appendAll(new NonceEndpoints(service).neutral())
                .appendAll(new FilterEndpoints(service).neutral())
                .appendAll(new TransactionEndpoints(service).neutral())
                .appendAll(new LifeCycleEndpoints(service).neutral())
                .appendAll(transfers.neutral())
                .appendAll(new PasskeyEndpoints(service, services.passkeys()).neutral())
                .appendAll(new SubmissionEndpoints(service).neutral())
                .appendAll(new ServiceEndpoints(services, settings, traffic).all());
        Array<Endpoint> profiles = switch (settings.grid()) {
            case SERVED -> neutral.appendAll(creations.grid())
                    .appendAll(email.grid())
                    .appendAll(credentials.grid())
                    .appendAll(new GridEndpoints(service).all())
                    .appendAll(transfers.grid());
            case NOT_SERVED -> neutral;
        };
        Array<Endpoint> others = profiles.appendAll(more);
        return others.append(ServiceEndpoints.description(others));
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
            TenantServices services, ServiceSettings settings, InFlightRequests traffic, Supplier<String> scrape) {
        return new ServiceEndpoints(services, settings, traffic).health().append(metrics(scrape));
    }
}
