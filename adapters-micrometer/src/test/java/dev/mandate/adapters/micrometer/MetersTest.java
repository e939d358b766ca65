package dev.mandate.adapters.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.ports.api.throwing.RefusedException;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The host's registry shows what the engine did. */
class MetersTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TestKey alice = TestKey.of("Alice");
    private final TestKey fresh = TestKey.of("create key");
    private final SimulatedChain chain = new SimulatedChain(new UnixTime(1_764_547_200));
    private final MeteredCustody custody = new MeteredCustody(
            CustodyEngine.builder()
                    .network(Network.DEVNET)
                    .chain(chain)
                    .formats(Solana.SQUADS_V4)
                    .journal(new InMemoryJournal())
                    .build(),
            meters);

    @Test
    void callsAreTimedByTheirOutcome() {
        chain.fund(alice.address(), BaseUnits.of(1_000_000_000));
        var plan = custody.build(new BuildRequest.CreateAccount(
                        fresh.address(), alice.address(), Command.CreateAccount.ofEquals(1, alice.address()), BuildOptions.DEFAULT))
                .get();
        assertTrue(custody.submitAll(plan, KeyRing.of(), new IdempotencyKey("one")).isLeft());
        assertTrue(custody.submitAll(plan, KeyRing.of(alice, fresh), new IdempotencyKey("one")).isRight());
        assertTrue(custody.account(alice.address()).isLeft());
        assertThrows(
                IllegalArgumentException.class, () -> custody.transactions(plan.account().address(), OptionalLong.empty(), 0));

        assertEquals(1, calls("build", "ok"));
        assertEquals(1, calls("submit-all", "signatures_missing"));
        assertEquals(1, calls("submit-all", "ok"));
        assertEquals(1, calls("account", "unknown_account"));
        assertEquals(1, calls("transactions", "exception"));
    }

    @Test
    void callsThatThrowTheirRefusalsAreTimedAlike() {
        assertThrows(RefusedException.class, () -> custody.orThrow().account(alice.address()));

        assertEquals(1, calls("account", "unknown_account"));
    }

    @Test
    void eventsOfWorkersAreCountedAndPassedOn() {
        List<WorkerEvent> heard = new ArrayList<>();
        WorkerEvent buried = new WorkerEvent.Buried("mail", 7, 3, "no such mailbox");

        new MeteredWorkers(heard::add, meters).heard(buried);

        assertEquals(1, meters.get("mandate.workers").tag("event", "buried").tag("job", "mail").counter().count());
        assertEquals(List.of(buried), heard);
    }

    private long calls(String call, String outcome) {
        return meters.get("mandate.custody").tag("call", call).tag("outcome", outcome).timer().count();
    }
}
