package dev.mandate.benchmarks.load;

import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.TenantService;
import io.vavr.control.Either;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A prepare behind HTTP: a tenant's service builds it, from a request that was read to the steps to sign; the chain simulates it once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TenantServiceBenchmark {

    private final TenantService service;
    private final BuildRequest.Prepare request;

    /** Has a 2-of-3 account made. */
    public TenantServiceBenchmark() {
        ServiceUnderLoad office = ServiceUnderLoad.open();
        service = office.services().service(ServiceUnderLoad.NETWORK, ServiceUnderLoad.CALLER.tenant()).get();
        request = new BuildRequest.Prepare(
                office.account(),
                office.transfer(),
                ServiceUnderLoad.PEOPLE.take(2),
                BuildOptions.DEFAULT.paidBy(ServiceUnderLoad.PEOPLE.get(0)));
    }

    @Benchmark
    public Either<BuildRefusal, TransactionPlan> prepare() {
        return service.build(request);
    }
}
