package dev.mandate.engine.desk;

import static dev.mandate.engine.desk.Town.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.Fate;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.ports.desk.Creation;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.Retry;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whoever dies when: one order is one account, paid once. */
class CreateCrashTest {

    @Test
    void aCrashBetweenAnyTwoStepsOfAnOrderLosesNothingAndDoublesNothing() {
        atEveryStep((step, town) -> Fate.after(step));
    }

    @Test
    void aCrashBetweenAnyTwoStepsOfAnOrderAnewLosesNothingAndDoublesNothing() {
        atEveryStep(CreateCrashTest::loseOne, (step, town) -> Fate.after(step));
    }

    @Test
    void aSecondInstanceBetweenAnyTwoStepsOfAnOrderAnewChangesNothing() {
        atEveryStep(
                CreateCrashTest::loseOne,
                (step, town) -> Fate.interrupted(step, () -> {
                    Creation other = town.desk(ACME).create(town.order(), town.named("order", 1)).get();
                    assertEquals(Creation.Status.CREATED, other.status());
                }));
    }

    /** An order that was given up, since the fee payer had too little by the time that its transaction had expired. */
    private static void loseOne(Town town) {
        assertEquals(
                Creation.Status.PENDING,
                town.deaf().create(town.order(), town.named("order", 1)).get().status());
        town.letNothingLandAnyMore();
        town.setFeePayersBalance(1_000_000);
        CreateRecoveryTest.work(town, town.engine());
        town.setFeePayersBalance(100 * Town.SOL);
    }

    @Test
    void aCrashBetweenAnyTwoStepsOfTheEndOfAnOrderGivesBackOnce() {
        long cost = new Town().costOfOne();
        int step = 0;
        boolean struck = true;
        while (struck) {
            Town town = new Town();
            Fate fate = Fate.after(step);
            assertTrue(town.deaf().create(town.order(), town.named("order", 1)).isRight());
            town.letNothingLandAnyMore();
            town.setFeePayersBalance(1_000_000);
            FaultyChain line = new FaultyChain(town.devnet, fate, () -> Line.GOOD, sent -> {});
            try {
                CreateRecoveryTest.work(
                        town, town.engine(line, new CrashingJournal(town.journal, fate), Town.GENEROUS));
            } catch (Crash dead) {
                assertTrue(fate.isFulfilled());
            }
            CreateRecoveryTest.work(town, town.engine());
            town.setFeePayersBalance(100 * Town.SOL);
            assertTrue(
                    town.desk(ACME, allowance(cost - 1, 1)).create(town.order(), new Retry.Unnamed()).isLeft(),
                    "more was given back than taken at step " + step);
            assertEquals(
                    Creation.Status.CREATED,
                    town.desk(ACME, allowance(cost, 1)).create(town.order(), town.named("order", 1)).get().status(),
                    "not all was given back at step " + step);
            town.assertLogIsSound();
            struck = fate.isFulfilled();
            step++;
        }
        assertTrue(step > 5, "steps: " + step);
    }

    @Test
    void aSecondInstanceBetweenAnyTwoStepsOfAnOrderChangesNothing() {
        atEveryStep((step, town) -> Fate.interrupted(step, () -> {
            Creation other = town.desk(ACME).create(town.order(), town.named("order", 1)).get();
            assertEquals(Creation.Status.CREATED, other.status());
        }));
    }

    private static void atEveryStep(BiFunction<Integer, Town, Fate> fates) {
        atEveryStep(town -> {}, fates);
    }

    private static void atEveryStep(Consumer<Town> prepare, BiFunction<Integer, Town, Fate> fates) {
        long cost = new Town().costOfOne();
        int step = 0;
        boolean struck = true;
        while (struck) {
            Town town = new Town();
            prepare.accept(town);
            Fate fate = fates.apply(step, town);
            long before = town.lamports(town.operator.feePayer());
            order(town, fate);
            Creation repeated = town.desk(ACME).create(town.order(), town.named("order", 1)).get();
            assertEquals(Creation.Status.CREATED, repeated.status(), "at step " + step);
            assertEquals(
                    Array.of(repeated.account()),
                    town.desk(ACME).accounts(Option.none(), 10).items().map(held -> held.ref()).toArray());
            assertEquals(cost, before - town.lamports(town.operator.feePayer()), "at step " + step);
            assertTrue(
                    town.desk(ACME, allowance(2 * cost, 10)).create(town.order(), new Retry.Unnamed()).isRight(),
                    "the budget was charged more than once at step " + step);
            assertTrue(
                    town.desk(ACME, allowance(3 * cost - 1, 10)).create(town.order(), new Retry.Unnamed()).isLeft(),
                    "the budget was not charged at step " + step);
            town.assertLogIsSound();
            struck = fate.isFulfilled();
            step++;
        }
        assertTrue(step > 10, "steps: " + step);
    }

    private static void order(Town town, Fate fate) {
        FaultyChain line = new FaultyChain(town.devnet, fate, () -> Line.GOOD, sent -> {});
        try {
            Creation creation = town.engine(line, new CrashingJournal(town.journal, fate), Town.GENEROUS)
                    .desk(Network.DEVNET, ACME)
                    .get()
                    .create(town.order(), town.named("order", 1))
                    .get();
            assertEquals(Creation.Status.CREATED, creation.status());
        } catch (Crash dead) {
            assertTrue(fate.isFulfilled());
        }
    }

    @Test
    void ofManyWhoRaceForTheLastOfAQuotaAndABudgetNotOneTooManyWins() throws Exception {
        long cost = new Town().costOfOne();
        Town town = new Town();
        assertEquals(3, winners(town, () -> town.desk(ACME, allowance(1_000 * cost, 3))));
        Caller other = Town.caller("acme", 9);
        assertEquals(2, winners(town, () -> town.desk(other, allowance(5 * cost, 100))), "three are spent");
        town.assertLogIsSound();
    }

    private static int winners(Town town, Callable<Desk> desks) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Boolean>> orders = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                orders.add(() -> desks.call().create(town.order(), new Retry.Unnamed()).isRight());
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
