package dev.mandate.app.serve;

import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.adapters.http.service.NetworkChoice;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.testkit.simulated.SimulatedChain;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Two networks in memory, whose clocks go as the machine's does. Money is to be had for the asking; everything is forgotten with the
 * process.
 */
final class SimulatedNetworks implements AutoCloseable {

    private final Map<Network, SimulatedChain> chains;
    private final ScheduledExecutorService clock;

    private SimulatedNetworks(Map<Network, SimulatedChain> chains, ScheduledExecutorService clock) {
        this.chains = chains;
        this.clock = clock;
    }

    static SimulatedNetworks start(UnixTime now) {
        Map<Network, SimulatedChain> chains = LinkedHashMap.of(
                Network.MAINNET, new SimulatedChain(now), Network.DEVNET, new SimulatedChain(now));
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("mandate-simulated-clock").daemon(true).factory());
        var ticking = clock.scheduleAtFixedRate(
                () -> chains.values().forEach(chain -> chain.advance(1)), 1, 1, TimeUnit.SECONDS);
        if (ticking.isCancelled()) {
            throw new IllegalStateException("the simulated clock does not start");
        }
        return new SimulatedNetworks(chains, clock);
    }

    Map<Network, SimulatedChain> chains() {
        return chains;
    }

    void fund(Address address, BaseUnits lamports) {
        chains.values().forEach(chain -> chain.fund(address, lamports));
    }

    /** {@code POST /api/v1/simulated/fund}: lamports for an address, as a faucet gives them. Served beside these networks alone. */
    Endpoint faucet(ServiceSettings settings) {
        return Endpoint.of(Method.POST, "/api/v1/simulated/fund", Scope.BUILD, call -> fund(call, settings));
    }

    private record Wish(Address address, BaseUnits lamports) {}

    private Either<Failure, Answer> fund(Call call, ServiceSettings settings) {
        return NetworkChoice.of(call.request().headers(), Dialect.NEUTRAL, settings).flatMap(network -> call.body()
                .flatMap(body -> {
                    ObjectReader in = ObjectReader.of(body, Unknown.REFUSED);
                    Option<Address> address = in.required("address", Shapes.ADDRESS);
                    Option<BaseUnits> lamports = in.required("lamports", Shapes.AMOUNT);
                    in.reject(call.query().problems());
                    return in.finish(() -> new Wish(address.get(), lamports.get())).mapLeft(Failure::of);
                })
                .map(wish -> {
                    chains.get(network).forEach(chain -> chain.fund(wish.address(), wish.lamports()));
                    return Answer.ok(Json.object()
                            .put("address", wish.address().toString())
                            .put("lamports", wish.lamports().toString()));
                }));
    }

    @Override
    public void close() {
        clock.shutdownNow().forEach(task -> {});
    }
}
