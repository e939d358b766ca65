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
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.simulator.keys.TestTokenHash;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
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
    private final Request request;

    /** Has a 2-of-3 account made. */
    public ServiceBenchmark() {
        ServiceUnderLoad office = ServiceUnderLoad.open();
        ApiKeyRepository keys = new ApiKeyRepository(office.journal(), new TestTokenHash(), ServiceUnderLoad.CLOCK, new SecureRandom());
        String token = keys.create(
                        ServiceUnderLoad.TENANT, "load", HashSet.of(dev.mandate.domain.access.Scope.values()))
                .token();
        Headers headers = Headers.NONE
                .with("host", "127.0.0.1")
                .with("authorization", "Bearer " + token)
                .with("content-type", "application/json");
        InFlightRequests requests = new InFlightRequests(new SimpleMeterRegistry());
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, ServiceUnderLoad.NETWORK, "benchmark", 0, 0);
        service = new HttpService(
                Api.endpoints(office.services(), office.services(), office.services(), settings, requests, Array.empty()),
                settings, new KeyCheck(keys), ServiceUnderLoad.CLOCK, new NoLog(), requests);
        Bytes body = Bytes.of(body(office).getBytes(StandardCharsets.UTF_8));
        request = new Request(
                "POST",
                "/api/v0/smart_account/transaction/prepare",
                "",
                headers.with("content-length", Integer.toString(body.length())),
                new Body.Complete(body),
                "127.0.0.1");
    }

    private static String body(ServiceUnderLoad office) {
        return "{\"smart_account_address\":\"%s\",\"transaction\":\"%s\",\"fee_config\":{\"currency\":\"sol\",\"payer_address\":\"%s\"},\"transaction_signers\":[\"%s\",\"%s\"]}"
                .formatted(
                        office.account(),
                        Base64.getEncoder().encodeToString(office.transfer().toArray()),
                        ServiceUnderLoad.PEOPLE.get(0),
                        ServiceUnderLoad.PEOPLE.get(0),
                        ServiceUnderLoad.PEOPLE.get(1));
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
