package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often a request waits for the database. {@code docs/postgresql.md} tells what that takes where the database is far away. */
@Tag("full")
class RoundTripsOnPostgresTest {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final TestKey ANN = TestKey.of("ann");
    private static final TestKey FRESH = TestKey.of("fresh");

    private final Database database = Database.required();
    private final ConnectionProxy relay;
    private final SimulatedChain chain = new SimulatedChain(NOW);
    private final CustodyEngine engine;
    private final Address account;

    RoundTripsOnPostgresTest() throws Exception {
        String address = database.freshSchema();
        relay = new ConnectionProxy(address);
        engine = CustodyEngine.builder()
                .network(Network.DEVNET)
                .chain(chain)
                .formats(Solana.SQUADS_V4)
                .journal(database.store(relay.through(address)).journal())
                .clock(() -> NOW)
                .waits(WaitPolicy.NONE)
                .build();
        chain.fund(ANN.address(), BaseUnits.of(10_000_000_000L));
        TransactionPlan plan = engine.build(new BuildRequest.CreateAccount(
                        FRESH.address(), ANN.address(), Command.CreateAccount.ofEquals(1, ANN.address()), BuildOptions.DEFAULT))
                .get();
        account = plan.account().address();
        submit(plan);
        chain.fund(account, BaseUnits.of(10_000_000_000L));
        submit(transfer());
    }

    @AfterEach
    void closeAll() throws Exception {
        database.close();
        relay.close();
    }

    private TransactionPlan transfer() {
        return engine.build(new BuildRequest.Transfer(
                        account, ANN.address(), new Token.Sol(), BaseUnits.of(5_000_000), List.of(ANN.address()), BuildOptions.DEFAULT))
                .get();
    }

    private void submit(TransactionPlan plan) {
        Bytes signed = KeyRing.of(ANN, FRESH).sign(plan.single().unsigned().transaction());
        Submission submission = engine.submit(SubmitRequest.of(plan.account().address(), signed), new Retry.Unnamed()).get();
        assertInstanceOf(Submission.State.Confirmed.class, submission.state());
    }

    /** The pool may look at a connection that was idle for half a second, and the clock is read every ten seconds. */
    private void assertAtMost(int most, Supplier<?> work) {
        long before = relay.roundTrips();
        var unused = work.get();
        long trips = relay.roundTrips() - before;
        assertTrue(trips <= most + 2, () -> trips + " round trips, and not " + most);
    }

    @Test
    void aSubmitWaitsEightTimesForTheDatabase() {
        TransactionPlan plan = transfer();
        Bytes signed = KeyRing.of(ANN).sign(plan.single().unsigned().transaction());
        assertAtMost(8, () -> engine.submit(SubmitRequest.of(account, signed), new Retry.Unnamed()));
    }

    @Test
    void aBuildWaitsOnceForTheDatabase() {
        assertAtMost(1, this::transfer);
    }
}
