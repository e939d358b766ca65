package dev.mandate.benchmarks.load;

import dev.mandate.adapters.http.api.Api;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.Traffic;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.access.ApiKeyBook;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.simulator.SimulatedChain;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The service's answer to a prepare, without a socket and without a log: all from the request's fields and bytes to the answer's. What it
 * takes beyond engine and chain is what reads, admits, measures and spells.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ServiceBenchmark {

    private final HttpService service;
    private final Headers headers;
    private final Request request;

    /** Has a 2-of-3 account made. */
    public ServiceBenchmark() {
        ServiceUnderLoad office = ServiceUnderLoad.open();
        ApiKeyBook keys = new ApiKeyBook(office.journal(), new TestTokenHash(), ServiceUnderLoad.CLOCK, new SecureRandom());
        String token = keys.create(
                        new Tenant("load"), "load", HashSet.of(dev.mandate.domain.access.Scope.values()), Option.none())
                .token();
        headers = Headers.NONE
                .with("host", "127.0.0.1")
                .with("authorization", "Bearer " + token)
                .with("content-type", "application/json");
        Traffic traffic = new Traffic();
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, ServiceUnderLoad.NETWORK, "benchmark", ServiceSettings.Grid.SERVED, 0, 0);
        service = new HttpService(
                Api.endpoints(office.services(), settings, traffic, Array.empty()), settings, new KeyCheck(keys), ServiceUnderLoad.CLOCK, new NoLog(), traffic);
        request = request(prepareAt(office.chain()));
    }

    private Scene.Asked prepareAt(SimulatedChain chain) {
        try {
            return new Scene(new Scene.Venue() {
                        @Override
                        public String answer(Scene.Asked asked) throws IOException {
                            Reply reply = service.answer(request(asked));
                            String said = new String(reply.body().toArray(), StandardCharsets.UTF_8);
                            if (reply.status() >= 300) {
                                throw new IOException(asked.path() + " answered " + said);
                            }
                            return said;
                        }

                        @Override
                        public void fund(Address address, BaseUnits lamports) {
                            chain.fund(address, lamports);
                        }
                    })
                    .prepare();
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private Request request(Scene.Asked asked) {
        return new Request(
                "POST",
                asked.path(),
                "",
                headers.with("content-length", Integer.toString(asked.body().length())),
                new Body.Complete(Bytes.of(asked.body().getBytes(StandardCharsets.UTF_8))),
                "127.0.0.1");
    }

    @Benchmark
    public Reply prepare() {
        return service.answer(request);
    }

    private static final class NoLog implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public void failed(String requestId, Throwable fault) {
            throw new IllegalStateException("the service failed", fault);
        }
    }
}
