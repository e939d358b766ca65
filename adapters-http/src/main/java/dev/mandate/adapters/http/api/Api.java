package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.Traffic;
import dev.mandate.ports.desk.Desks;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/** Every endpoint of the service. */
public final class Api {

    private Api() {}

    /**
     * The endpoints over {@code desks}, and the description of all of them at {@code /openapi.json}.
     *
     * @param more what the assembly serves beside them
     */
    public static Array<Endpoint> endpoints(
            Desks desks, ServiceSettings settings, Traffic traffic, Seq<Endpoint> more) {
        DeskEndpoints desk = new DeskEndpoints(desks, settings);
        CreationEndpoints creations = new CreationEndpoints(desk);
        TransferEndpoints transfers = new TransferEndpoints(desk, settings);
        Array<Endpoint> neutral = new AccountEndpoints(desk)
                .neutral()
                .appendAll(creations.neutral())
                .appendAll(new SettingsEndpoints(desk).neutral())
                .appendAll(new LimitEndpoints(desk).neutral())
                .appendAll(new TransactionEndpoints(desk).neutral())
                .appendAll(new LifeCycleEndpoints(desk).neutral())
                .appendAll(transfers.neutral())
                .appendAll(new SubmissionEndpoints(desk).neutral())
                .appendAll(new ServiceEndpoints(desks, settings, traffic).all());
        Array<Endpoint> profiles = switch (settings.grid()) {
            case SERVED -> neutral.appendAll(creations.grid())
                    .appendAll(new GridEndpoints(desk).all())
                    .appendAll(transfers.grid());
            case NOT_SERVED -> neutral;
        };
        Array<Endpoint> others = profiles.appendAll(more);
        return others.append(ServiceEndpoints.description(others));
    }
}
