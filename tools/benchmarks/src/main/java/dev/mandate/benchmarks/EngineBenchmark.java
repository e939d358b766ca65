package dev.mandate.benchmarks;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.SimulatedChain;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The engine's whole prepare: parse, read the account, simulate, build, quote the fee; on a simulated chain. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class EngineBenchmark {

    private final Custody custody;
    private final BuildRequest.Prepare request;
    private final SimulatedChain chain;
    private final Bytes prepared;

    /** Makes a 2-of-3 account on a fresh simulated chain. */
    public EngineBenchmark() {
        chain = new SimulatedChain(new UnixTime(1_760_000_000));
        SolanaFormat format = new SolanaFormat();
        custody = CustodyEngine.builder()
                .network(Network.DEVNET)
                .chain(chain)
                .formats(Solana.SQUADS_V4)
                .journal(new InMemoryJournal())
                .build();
        Array<TestKey> people = Array.of("alice", "bob", "carol").map(TestKey::of);
        TestKey createKey = TestKey.of("create key");
        Address payer = people.head().address();
        chain.fund(payer, BaseUnits.of(10_000_000_000L));
        TransactionPlan created = custody.build(new BuildRequest.CreateAccount(
                        createKey.address(),
                        payer,
                        new Command.CreateAccount(
                                people.map(person -> new Signer(person.address(), Permissions.ALL)),
                                new Threshold(2),
                                TimeLock.NONE,
                                new AdminControl.None(),
                                Option.none()),
                        BuildOptions.DEFAULT))
                .get();
        Bytes signed = KeyRing.of(people.head(), createKey).sign(created.single().unsigned().transaction());
        custody.submit(created.account().address(), signed, Array.empty(), new Retry.Unnamed()).swap().forEach(refusal -> {
            throw new IllegalStateException("no account: " + refusal);
        });
        Address account = created.account().address();
        Message transfer = new Message(
                MessageVersion.LEGACY,
                account,
                chain.latestBlockhash().get().blockhash(),
                Array.of(SystemProgram.transfer(account, payer, BaseUnits.of(1_000_000))),
                Array.empty());
        request = new BuildRequest.Prepare(
                account,
                format.compile(transfer).get().transaction(),
                people.map(TestKey::address).take(2),
                BuildOptions.DEFAULT);
        prepared = custody.build(request).get().single().unsigned().transaction();
    }

    /** What the chain in memory takes to try what was prepared, as a node would elsewhere. */
    @Benchmark
    public Either<ChainFault, Simulation> chainSimulate() {
        return chain.simulate(prepared);
    }

    @Benchmark
    public Either<BuildRefusal, TransactionPlan> enginePrepare() {
        return custody.build(request);
    }
}
