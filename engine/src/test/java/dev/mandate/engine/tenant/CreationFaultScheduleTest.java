package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.Engines;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyNetwork;
import dev.mandate.engine.faults.FaultyNetwork.Mood;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Creations of accounts over JSON-RPC on bad networks, ordered again and again under the same keys. Two instances share a journal and crash at
 * any step. There is one schedule for ten of payments.
 */
class CreationFaultScheduleTest {

    private static final int ORDERS = 3;
    /** Far fewer than in the time that a key is kept. */
    private static final int MOST_STEPS = 60;

    @Tag("counted")
    @Test
    void anOrderIsOneAccountThatIsPaidOnce() {
        long cost = new ServiceFixture().costOfOne();
        long first = Long.getLong("mandate.faults.seed", 1);
        int schedules = 1 + Integer.getInteger("mandate.faults.schedules", TestExtent.of(20, 2_000)) / 10;
        for (long seed = first; seed < first + schedules; seed++) {
            try {
                play(RandomGeneratorFactory.of("L64X128MixRandom").create(seed), cost);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("with -Dmandate.faults.schedules=1 -Dmandate.faults.seed=" + seed, e);
            }
        }
    }

    private static void play(RandomGenerator random, long cost) {
        ServiceFixture fixture = new ServiceFixture();
        Mood mood = random.nextInt(8) == 0 ? Mood.HANGING : Mood.FAULTY;
        long before = fixture.lamports(fixture.operator.feePayer());
        try (FaultyNetwork network = new FaultyNetwork(fixture.devnet, mood, random)) {
            for (int steps = 0; steps < MOST_STEPS && network.faultsAreLeft(); steps++) {
                network.disturb();
                step(fixture, network, random);
            }
            network.heal();
            for (int i = 0; i < 8; i++) {
                network.rest();
                CreateRecoveryTest.work(fixture, fixture.engine());
            }
        }
        Array<Creation> made = Array.range(0, ORDERS)
                .map(i -> fixture.service(ACME).create(ACME.keyLine(), fixture.order(), fixture.named("order-" + i, 1)).get());
        assertTrue(made.forAll(creation -> creation.status() == Creation.Status.CREATED), made::toString);
        assertEquals(ORDERS, fixture.service(ACME).accounts(10).items().length());
        assertEquals(ORDERS * cost, before - fixture.lamports(fixture.operator.feePayer()));
        fixture.assertLogIsSound();
    }

    /** An order, or what the workers do, by an instance that may crash. */
    private static void step(ServiceFixture fixture, FaultyNetwork network, RandomGenerator random) {
        ProcessFault fate = random.nextInt(4) == 0 ? ProcessFault.after(random.nextInt(40)) : ProcessFault.never();
        Engines engine = fixture.engine(
                new FaultyChain(network.client(), fate, () -> Line.GOOD, bytes -> {}),
                new CrashingJournal(fixture.journal, fate),
                ServiceFixture.GENEROUS);
        try {
            if (random.nextBoolean()) {
                var unused = engine.service(Network.DEVNET, ACME.tenant())
                        .get()
                        .create(ACME.keyLine(), fixture.order(), fixture.named("order-" + random.nextInt(ORDERS), 1));
            } else {
                CreateRecoveryTest.work(fixture, engine);
            }
        } catch (Crash dead) {
            assertTrue(fate.isFulfilled());
        }
    }
}
