package dev.mandate.app.serve;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.adapters.http.service.NetworkChoice;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.app.serve.ServeSettings.SimulatedClock;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.simulator.SimulatedChain;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Two networks in memory, each with its own clock. The clock follows the machine's or moves only when it is advanced; it never
 * goes back. Clients can request lamports and advance the clock. Everything disappears with the process.
 */
final class SimulatedNetworks implements AutoCloseable {

    /** More than any time lock or limit period, so one step can pass each of them. */
    private static final long LONGEST_ADVANCE_SECONDS = Duration.ofDays(366).toSeconds();

    private final Map<Network, SimulatedChain> chains;
    private final Option<ScheduledExecutorService> ticking;

    private SimulatedNetworks(Map<Network, SimulatedChain> chains, Option<ScheduledExecutorService> ticking) {
        this.chains = chains;
        this.ticking = ticking;
    }

    /**
     * Creates both networks.
     *
     * @param now the machine's time, the initial time of a clock that follows the machine's
     */
    static SimulatedNetworks start(SimulatedClock clock, UnixTime now) {
        return switch (clock) {
            case SimulatedClock.LikeTheMachine like -> {
                Map<Network, SimulatedChain> chains = at(now);
                yield new SimulatedNetworks(chains, Option.some(ticking(chains)));
            }
            case SimulatedClock.Standing(UnixTime at) -> new SimulatedNetworks(at(at), Option.none());
        };
    }

    private static Map<Network, SimulatedChain> at(UnixTime start) {
        return LinkedHashMap.of(
                Network.MAINNET, new SimulatedChain(start).of(Network.MAINNET).keepingItsOwnTime(),
                Network.DEVNET, new SimulatedChain(start).of(Network.DEVNET).keepingItsOwnTime());
    }

    private static ScheduledExecutorService ticking(Map<Network, SimulatedChain> chains) {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("mandate-simulated-clock").daemon(true).factory());
        var ticks = executor.scheduleAtFixedRate(
                () -> chains.values().forEach(chain -> chain.advance(1)), 1, 1, TimeUnit.SECONDS);
        if (ticks.isCancelled()) {
            throw new IllegalStateException("the simulated clock does not start");
        }
        return executor;
    }

    Map<Network, SimulatedChain> chains() {
        return chains;
    }

    void fund(Address address, BaseUnits lamports) {
        chains.values().forEach(chain -> chain.fund(address, lamports));
    }

    /**
     * Returns the additional endpoints of these networks. {@code POST /api/v1/simulated/fund} adds lamports to an address, like a
     * faucet. {@code POST /api/v1/simulated/advance} moves one network's clock forward at once, with the blocks of that time.
     */
    Array<Endpoint> endpoints(ServiceSettings settings) {
        return Array.of(
                Endpoint.of(Method.POST, "/api/v1/simulated/fund", Scope.BUILD, call -> fund(call, settings)),
                Endpoint.of(Method.POST, "/api/v1/simulated/advance", Scope.ADMIN, call -> advance(call, settings)));
    }

    private Either<Failure, Answer> fund(Call call, ServiceSettings settings) {
        Either<Array<Problem>, SimulatedChain> chain = chain(call, settings);
        return call.body().flatMap(body -> {
            ObjectReader in = ObjectReader.of(body, Unknown.REFUSED);
            Option<Address> address = in.required("address", Shapes.ADDRESS);
            Option<BaseUnits> lamports = in.required("lamports", Shapes.AMOUNT);
            in.reject(chain.swap().getOrElse(Array::empty).appendAll(call.query().problems()));
            return in.finish(() -> funded(chain.get(), address.get(), lamports.get()))
                    .mapLeft(Failure::of)
                    .flatMap(answer -> answer);
        });
    }

    /** One request at a time, so that together they cannot exceed the greatest balance of an address. */
    private synchronized Either<Failure, Answer> funded(SimulatedChain chain, Address address, BaseUnits lamports) {
        BaseUnits before = chain.accounts(AccountQuery.ofAnyOwner(Array.of(address)))
                .get()
                .owned()
                .get(address)
                .map(AccountData::lamports)
                .getOrElse(BaseUnits.ZERO);
        if (before.plus(lamports).isEmpty()) {
            return Either.left(Failure.at(
                    "lamports",
                    ErrorCode.OUT_OF_RANGE,
                    "%s holds %s lamports already, and no address more than %s."
                            .formatted(address, before, BaseUnits.MAX)));
        }
        chain.airdrop(address, lamports);
        return Either.right(Answer.ok(Json.object()
                .put("address", address.toString())
                .put("lamports", lamports.toString())));
    }

    private Either<Failure, Answer> advance(Call call, ServiceSettings settings) {
        Either<Array<Problem>, SimulatedChain> chain = chain(call, settings);
        return call.body().flatMap(body -> {
            ObjectReader in = ObjectReader.of(body, Unknown.REFUSED);
            Option<Long> seconds = in.required("seconds", Shapes.integer(0, LONGEST_ADVANCE_SECONDS));
            in.reject(chain.swap().getOrElse(Array::empty).appendAll(call.query().problems()));
            return in.finish(seconds::get).mapLeft(Failure::of).map(given -> advanced(chain.get(), given));
        });
    }

    private static Answer advanced(SimulatedChain chain, long seconds) {
        chain.advance(seconds);
        AccountsSnapshot now = chain.accounts(Array.empty()).get();
        return Answer.ok(Json.object().put("time", RefusalText.time(now.chainTime())).put("slot", now.slot()));
    }

    /** Returns the chain that the headers name, or their problems. */
    private Either<Array<Problem>, SimulatedChain> chain(Call call, ServiceSettings settings) {
        return NetworkChoice.of(call.request().headers(), call.profile().network(), settings)
                .map(network -> chains.get(network)
                        .getOrElseThrow(() -> new IllegalStateException("both networks are here, and so is " + network)));
    }

    @Override
    public void close() {
        ticking.forEach(executor -> executor.shutdownNow().forEach(task -> {}));
    }
}
