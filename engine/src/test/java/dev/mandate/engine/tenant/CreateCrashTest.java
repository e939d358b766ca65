package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whoever dies when: one order is one account, paid once. */
@Tag("counted")
class CreateCrashTest {

    @Test
    void aCrashBetweenAnyTwoStepsOfAnOrderLosesNothingAndDoublesNothing() {
        atEveryStep((step, fixture) -> ProcessFault.after(step));
    }

    @Test
    void aCrashBetweenAnyTwoStepsOfAnOrderAnewLosesNothingAndDoublesNothing() {
        atEveryStep(CreateCrashTest::loseOne, (step, fixture) -> ProcessFault.after(step));
    }

    @Test
    void aSecondInstanceBetweenAnyTwoStepsOfAnOrderAnewChangesNothing() {
        atEveryStep(
                CreateCrashTest::loseOne,
                (step, fixture) -> ProcessFault.interrupted(step, () -> {
                    Creation other = fixture.service(ACME).create(ACME.keyLine(), fixture.order(), fixture.named("order", 1)).get();
                    assertEquals(Creation.Status.CREATED, other.status());
                }));
    }

    /** An order that was given up, since the fee payer had too little by the time that its transaction had expired. */
    private static void loseOne(ServiceFixture fixture) {
        assertEquals(
                Creation.Status.PENDING,
                fixture.deaf().create(ACME.keyLine(), fixture.order(), fixture.named("order", 1)).get().status());
        fixture.letNothingLandAnyMore();
        fixture.setFeePayersBalance(1_000_000);
        CreateRecoveryTest.work(fixture, fixture.engine());
        fixture.setFeePayersBalance(100 * ServiceFixture.SOL);
    }

    @Test
    void aCrashBetweenAnyTwoStepsOfTheEndOfAnOrderGivesBackOnce() {
        long cost = new ServiceFixture().costOfOne();
        int step = 0;
        boolean struck = true;
        while (struck) {
            ServiceFixture fixture = new ServiceFixture();
            ProcessFault fate = ProcessFault.after(step);
            assertTrue(fixture.deaf().create(ACME.keyLine(), fixture.order(), fixture.named("order", 1)).isRight());
            fixture.letNothingLandAnyMore();
            fixture.setFeePayersBalance(1_000_000);
            FaultyChain line = new FaultyChain(fixture.devnet, fate, () -> Line.GOOD, sent -> {});
            try {
                CreateRecoveryTest.work(
                        fixture, fixture.engine(line, new CrashingJournal(fixture.journal, fate), ServiceFixture.GENEROUS));
            } catch (Crash dead) {
                assertTrue(fate.isFulfilled());
            }
            CreateRecoveryTest.work(fixture, fixture.engine());
            fixture.setFeePayersBalance(100 * ServiceFixture.SOL);
            assertTrue(
                    fixture.service(ACME, allowance(cost - 1, 1)).create(ACME.keyLine(), fixture.order(), new Retry.Unnamed()).isLeft(),
                    "more was given back than taken at step " + step);
            assertEquals(
                    Creation.Status.CREATED,
                    fixture.service(ACME, allowance(cost, 1)).create(ACME.keyLine(), fixture.order(), fixture.named("order", 1)).get().status(),
                    "not all was given back at step " + step);
            fixture.assertLogIsSound();
            struck = fate.isFulfilled();
            step += TestExtent.stride(3);
        }
        assertTrue(step > 5, "steps: " + step);
    }

    @Test
    void aSecondInstanceBetweenAnyTwoStepsOfAnOrderChangesNothing() {
        atEveryStep((step, fixture) -> ProcessFault.interrupted(step, () -> {
            Creation other = fixture.service(ACME).create(ACME.keyLine(), fixture.order(), fixture.named("order", 1)).get();
            assertEquals(Creation.Status.CREATED, other.status());
        }));
    }

    private static void atEveryStep(BiFunction<Integer, ServiceFixture, ProcessFault> fates) {
        atEveryStep(fixture -> {}, fates);
    }

    private static void atEveryStep(Consumer<ServiceFixture> prepare, BiFunction<Integer, ServiceFixture, ProcessFault> fates) {
        long cost = new ServiceFixture().costOfOne();
        int step = 0;
        boolean struck = true;
        while (struck) {
            ServiceFixture fixture = new ServiceFixture();
            prepare.accept(fixture);
            ProcessFault fate = fates.apply(step, fixture);
            long before = fixture.lamports(fixture.operator.feePayer());
            order(fixture, fate);
            Creation repeated = fixture.service(ACME).create(ACME.keyLine(), fixture.order(), fixture.named("order", 1)).get();
            assertEquals(Creation.Status.CREATED, repeated.status(), "at step " + step);
            assertEquals(
                    Array.of(repeated.account()),
                    fixture.service(ACME).accounts(10).items().map(held -> held.ref()).toArray());
            assertEquals(cost, before - fixture.lamports(fixture.operator.feePayer()), "at step " + step);
            assertTrue(
                    fixture.service(ACME, allowance(2 * cost, 10)).create(ACME.keyLine(), fixture.order(), new Retry.Unnamed()).isRight(),
                    "the budget was charged more than once at step " + step);
            assertTrue(
                    fixture.service(ACME, allowance(3 * cost - 1, 10)).create(ACME.keyLine(), fixture.order(), new Retry.Unnamed()).isLeft(),
                    "the budget was not charged at step " + step);
            fixture.assertLogIsSound();
            struck = fate.isFulfilled();
            step += TestExtent.stride(3);
        }
        assertTrue(step > 10, "steps: " + step);
    }

    private static void order(ServiceFixture fixture, ProcessFault fate) {
        FaultyChain line = new FaultyChain(fixture.devnet, fate, () -> Line.GOOD, sent -> {});
        try {
            Creation creation = fixture.engine(line, new CrashingJournal(fixture.journal, fate), ServiceFixture.GENEROUS)
                    .service(Network.DEVNET, ACME.tenant())
                    .get()
                    .create(ACME.keyLine(), fixture.order(), fixture.named("order", 1))
                    .get();
            assertEquals(Creation.Status.CREATED, creation.status());
        } catch (Crash dead) {
            assertTrue(fate.isFulfilled());
        }
    }

    @Test
    void concurrentCreationsNeverExceedQuotaOrBudget() throws Exception {
        long cost = new ServiceFixture().costOfOne();
        ServiceFixture fixture = new ServiceFixture();
        assertEquals(3, winners(fixture, () -> fixture.service(ACME, allowance(1_000 * cost, 3))));
        Caller other = ServiceFixture.caller("acme", 9);
        assertEquals(2, winners(fixture, () -> fixture.service(other, allowance(5 * cost, 100))), "three are spent");
        fixture.assertLogIsSound();
    }

    private static int winners(ServiceFixture fixture, Callable<TenantService> services) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Boolean>> orders = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                orders.add(() -> services.call().create(ACME.keyLine(), fixture.order(), new Retry.Unnamed()).isRight());
            }
            int winners = 0;
            for (Future<Boolean> order : threads.invokeAll(orders)) {
                winners += order.get() ? 1 : 0;
            }
            return winners;
        }
    }

    private static CreationAllowance allowance(long budgetLamports, int perKeyPerDay) {
        return new CreationAllowance(BaseUnits.of(budgetLamports), perKeyPerDay);
    }
}
