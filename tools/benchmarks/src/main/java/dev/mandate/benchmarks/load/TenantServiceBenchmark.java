package dev.mandate.benchmarks.load;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.chain.Simulation;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.tenant.Creation;
import dev.mandate.ports.tenant.CreationOrder;
import dev.mandate.ports.tenant.Retry;
import dev.mandate.ports.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a prepare takes behind HTTP: a tenant's tenant service builds it, from a request that was read to the steps to sign, and the chain tries it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TenantServiceBenchmark {

    private static final ApiKeyId KEY = new ApiKeyId("key_0000000000000001");

    private final TenantService service;
    private final BuildRequest.Prepare request;

    /** Has a 2-of-3 account made. */
    public TenantServiceBenchmark() {
        ServiceUnderLoad office = ServiceUnderLoad.open();
        service = office.services()
                .service(
                        ServiceUnderLoad.NETWORK,
                        new Caller(new Tenant("load"), KEY, HashSet.of(dev.mandate.domain.access.Scope.values())))
                .get();
        Array<Address> people = Scene.PEOPLE;
        Creation made = service.create(
                        new CreationOrder(
                                new Command.CreateAccount(
                                        people.map(person -> new Signer(person, Permissions.ALL)),
                                        new Threshold(2),
                                        TimeLock.NONE,
                                        new AdminControl.None(),
                                        Option.none()),
                                Option.none()),
                        new Retry.Unnamed())
                .get();
        Address account = made.account().address();
        people.append(account).forEach(funded -> office.chain().fund(funded, Scene.FUNDS));
        request = new BuildRequest.Prepare(
                account,
                Scene.transfer(account, people.get(2)),
                people.take(2),
                BuildOptions.DEFAULT.paidBy(people.get(0)));
    }

    @Benchmark
    public Either<BuildRefusal, Simulation> prepare() {
        return service.custody()
                .build(request)
                .flatMap(built -> service.simulate(built.single().unsigned()).mapLeft(silent -> silent));
    }
}
