package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.Engines;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.AlteredChain;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An order none of whose transactions landed costs nothing, and comes anew under its name; one that landed and failed stays counted. */
class CreateNeverLandedTest {

    private static final Retry ONCE = new Retry.Unnamed();
    private static final long COST = new ServiceFixture().costOfOne();
    private static final long NETWORK_FEE = 10_000;
    private static final long TOO_LITTLE = 1_000_000;

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final long minimum = fixture.devnet.rentExemptMinimum(0).get().bits();
    private final TenantService onlyOne = fixture.service(ACME, allowance(COST, 1));

    @Test
    void anExpiredCreationIsRefundedAndOrderedAgainUnderItsName() {
        Creation lost = neverLanded();

        assertInstanceOf(
                Submission.State.Expired.class,
                onlyOne.submission(lost.submission()).get().state());
        assertInstanceOf(
                CreationRefusal.FeePayerLow.class, onlyOne.create(ACME.keyLine(), fixture.order(), name()).getLeft());
        enrich();
        long before = fixture.lamports(fixture.operator.feePayer());
        Creation created = onlyOne.create(ACME.keyLine(), fixture.order(), name()).get();

        assertEquals(Creation.Status.CREATED, created.status());
        assertEquals(lost.account(), created.account());
        assertEquals(lost.submission(), created.submission());
        assertEquals(COST, before - fixture.lamports(fixture.operator.feePayer()));
        assertEquals(Either.right(created), onlyOne.create(ACME.keyLine(), fixture.order(), name()));
        assertEquals(1, onlyOne.accounts(10).items().size());
        assertInstanceOf(
                CreationRefusal.QuotaSpent.class, onlyOne.create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                fixture.service(ACME, allowance(2 * COST - 1, 2)).create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
        assertTrue(fixture.service(ACME, allowance(2 * COST, 2)).create(ACME.keyLine(), fixture.order(), ONCE).isRight());
    }

    @Test
    void aCreationRejectedUntilItExpiredCanBeOrderedAgain() {
        Creation pending = fixture.deaf().create(ACME.keyLine(), fixture.order(), name()).get();
        fixture.setFeePayersBalance(TOO_LITTLE);
        work();
        assertTrue(onlyOne.submission(pending.submission()).get().rejection().isDefined());
        fixture.letNothingLandAnyMore();
        work();
        enrich();

        assertEquals(Creation.Status.CREATED, onlyOne.create(ACME.keyLine(), fixture.order(), name()).get().status());
    }

    @Test
    void anExpiredCreationFreesQuotaAndBudget() {
        Creation lost = neverLanded();
        enrich();

        assertEquals(Creation.Status.CREATED, onlyOne.create(ACME.keyLine(), fixture.order(), ONCE).get().status());
        assertInstanceOf(
                CreationRefusal.QuotaSpent.class, onlyOne.create(ACME.keyLine(), fixture.order(), name()).getLeft());
        Creation later = fixture.service(ACME, allowance(2 * COST, 2)).create(ACME.keyLine(), fixture.order(), name()).get();
        assertEquals(lost.account(), later.account());
    }

    @Test
    void theQuotaIsGivenBackToTheDayThatItWasTakenFrom() {
        fixture.now = new UnixTime((ServiceFixture.START.seconds() / 86_400 + 1) * 86_400 - 50);
        UnixTime ordered = fixture.now;
        var unused = neverLanded();
        assertTrue(ordered.seconds() / 86_400 < fixture.now.seconds() / 86_400, "the day is over");
        enrich();

        assertTrue(onlyOne.create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        assertInstanceOf(
                CreationRefusal.QuotaSpent.class,
                fixture.service(ACME, allowance(9 * COST, 1)).create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
        fixture.now = ordered;
        assertTrue(fixture.service(ACME, allowance(9 * COST, 1)).create(ACME.keyLine(), fixture.order(), ONCE).isRight());
    }

    @Test
    void theBudgetIsGivenBackToTheDayThatItWasCountedIn() {
        fixture.now = new UnixTime((ServiceFixture.START.seconds() / 86_400 + 1) * 86_400 - 50);
        UnixTime ordered = fixture.now;
        var unused = neverLanded();
        assertTrue(ordered.seconds() / 86_400 < fixture.now.seconds() / 86_400, "the day is over");
        enrich();

        TenantService forOne = fixture.service(ACME, allowance(COST, 9));
        assertTrue(forOne.create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class, forOne.create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
        fixture.now = ordered;
        assertTrue(forOne.create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class, forOne.create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
    }

    /** A node said that it had not landed, and was wrong. */
    @Test
    void anAccountFoundAfterExpiryIsCreatedAndCharged() {
        Creation lost = neverLanded();
        enrich();
        Creation other = fixture.service(ACME).create(ACME.keyLine(), fixture.order(), ONCE).get();
        fixture.devnet.put(lost.account().settings().address(), fixture.devnet.accounts(AccountQuery.ofAnyOwner(Array.of(other.account().settings().address())))
                .get()
                .owned()
                .get(other.account().settings().address())
                .get());

        Creation found = fixture.service(ACME).create(ACME.keyLine(), fixture.order(), name()).get();

        assertEquals(Creation.Status.CREATED, found.status());
        assertEquals(lost.account(), found.account());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                fixture.service(ACME, allowance(3 * COST - 1, 9)).create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
    }

    @Test
    void aFailedCreationStaysCountedAndKeepsItsAnswer() {
        List<Bytes> sent = new ArrayList<>();
        Creation pending = lost(sent).create(ACME.keyLine(), fixture.order(), name()).get();
        fixture.setFeePayersBalance(TOO_LITTLE);
        assertTrue(fixture.devnet.sendWithoutPreflight(sent.getFirst()).isRight());
        work();
        enrich();

        Creation failed = onlyOne.create(ACME.keyLine(), fixture.order(), name()).get();

        assertEquals(Creation.Status.FAILED, failed.status());
        assertEquals(pending.submission(), failed.submission());
        assertInstanceOf(
                Submission.State.Failed.class,
                onlyOne.submission(failed.submission()).get().state());
        assertInstanceOf(
                CreationRefusal.QuotaSpent.class, onlyOne.create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
        assertFeeAloneIsSpent();
    }

    /** It may have landed and failed: nobody can tell any more. */
    @Test
    void anIndeterminateCreationStaysCounted() {
        var unused = fixture.deaf().create(ACME.keyLine(), fixture.order(), name()).get();
        fixture.letNodesForget();
        fixture.setFeePayersBalance(TOO_LITTLE);
        work();
        enrich();

        assertEquals(Creation.Status.FAILED, onlyOne.create(ACME.keyLine(), fixture.order(), name()).get().status());
        assertFeeAloneIsSpent();
        fixture.now = ServiceFixture.START;
        assertInstanceOf(
                CreationRefusal.QuotaSpent.class,
                fixture.service(ACME, allowance(9 * COST, 1)).create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
    }

    /** One more fits a budget that has room for its cost and the fee. */
    private void assertFeeAloneIsSpent() {
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                fixture.service(ACME, allowance(COST + NETWORK_FEE - 1, 9)).create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
        assertTrue(fixture.service(ACME, allowance(COST + NETWORK_FEE, 9)).create(ACME.keyLine(), fixture.order(), ONCE).isRight());
    }

    @Test
    void pendingCreationsReserveTheirCost() {
        fixture.setFeePayersBalance(2 * COST + minimum - 1);
        Creation pending = fixture.deaf().create(ACME.keyLine(), fixture.order(), name()).get();
        assertEquals(Creation.Status.PENDING, pending.status());

        CreationRefusal low = new CreationRefusal.FeePayerLow(BaseUnits.of(COST + minimum - 1), BaseUnits.of(COST));
        assertEquals(Either.left(low), fixture.service(ACME).create(ACME.keyLine(), fixture.order(), ONCE));
        assertEquals(Either.left(low), fixture.service(ACME).quote(ACME.keyLine(), fixture.order()));
        work();
        assertEquals(
                Creation.Status.CREATED,
                fixture.service(ACME).create(ACME.keyLine(), fixture.order(), name()).get().status());
        fixture.setFeePayersBalance(COST + minimum);
        assertEquals(Creation.Status.CREATED, fixture.service(ACME).create(ACME.keyLine(), fixture.order(), ONCE).get().status());
    }

    /** The balance is without what has landed, although the order is not settled yet. */
    @Test
    void aCreationThatHasLandedReservesNothing() {
        fixture.setFeePayersBalance(2 * COST + minimum);
        assertEquals(Creation.Status.PENDING, fixture.deaf(Line.ANSWER_LOST).create(ACME.keyLine(), fixture.order(), name()).get().status());

        assertTrue(fixture.service(ACME).quote(ACME.keyLine(), fixture.order()).isRight());
        assertEquals(Creation.Status.CREATED, fixture.service(ACME).create(ACME.keyLine(), fixture.order(), ONCE).get().status());
        assertEquals(
                Either.left(new CreationRefusal.FeePayerLow(BaseUnits.of(minimum), BaseUnits.of(COST))),
                fixture.service(ACME).create(ACME.keyLine(), fixture.order(), ONCE));
        assertEquals(minimum, fixture.lamports(fixture.operator.feePayer()));
    }

    @Test
    void concurrentOrdersNeverExceedTheFeePayersBalance() throws Exception {
        fixture.setFeePayersBalance(COST + minimum);
        List<Callable<Boolean>> orders = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            orders.add(() -> fixture.service(ACME).create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        }

        assertEquals(Array.of(true), atOnce(orders).filter(taken -> taken));
        assertEquals(minimum, fixture.lamports(fixture.operator.feePayer()));
    }

    @Test
    void aRenewalThatCostsMoreThanTheBudgetHasEndsTheOrderWhichKeepsNothing() {
        var unused = fixture.deaf().create(ACME.keyLine(), fixture.order(), name()).get();
        fixture.letNothingLandAnyMore();

        work(fixture.engine(dearer(), fixture.journal, allowance(COST + NETWORK_FEE - 1, 1)));

        Creation created = onlyOne.create(ACME.keyLine(), fixture.order(), name()).get();
        assertEquals(Creation.Status.CREATED, created.status());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                fixture.service(ACME, allowance(2 * COST - 1, 9)).create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
    }

    @Test
    void theExtraCostOfARenewalIsBooked() {
        Creation pending = fixture.deaf().create(ACME.keyLine(), fixture.order(), name()).get();
        fixture.letNothingLandAnyMore();
        Engines exact = fixture.engine(dearer(), fixture.journal, allowance(COST + NETWORK_FEE, 1));

        work(exact);
        work(exact);

        Creation created = onlyOne.create(ACME.keyLine(), fixture.order(), name()).get();
        assertEquals(Creation.Status.CREATED, created.status());
        assertEquals(pending.submission(), created.submission());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                fixture.service(ACME, allowance(2 * COST + NETWORK_FEE - 1, 9))
                        .create(ACME.keyLine(), fixture.order(), ONCE)
                        .getLeft());
        assertTrue(fixture.service(ACME, allowance(2 * COST + NETWORK_FEE, 9))
                .create(ACME.keyLine(), fixture.order(), ONCE)
                .isRight());
    }

    @Test
    void aRenewalAtTheSameCostIgnoresTheBudget() {
        var unused = fixture.deaf().create(ACME.keyLine(), fixture.order(), name()).get();
        fixture.letNothingLandAnyMore();
        Engines poor = fixture.engine(fixture.devnet, fixture.journal, allowance(1, 0));

        work(poor);
        work(poor);

        assertEquals(Creation.Status.CREATED, onlyOne.create(ACME.keyLine(), fixture.order(), name()).get().status());
    }

    @Test
    void aRenewalKeepsTheCostOfPendingOrdersInReserve() {
        Creation one = fixture.deaf().create(ACME.keyLine(), fixture.order(), name()).get();
        Creation other = fixture.deaf().create(ACME.keyLine(), fixture.order(), fixture.named("other", 1)).get();
        assertEquals(Creation.Status.PENDING, one.status());
        assertEquals(Creation.Status.PENDING, other.status());
        fixture.letNothingLandAnyMore();
        fixture.setFeePayersBalance(2 * COST + minimum - 1);

        work();
        work();

        TenantService service = fixture.service(ACME);
        Array<Creation> both = Array.of(name(), fixture.named("other", 1))
                .flatMap(repeated -> service.create(ACME.keyLine(), fixture.order(), repeated).toOption());
        assertEquals(Array.of(Creation.Status.CREATED), both.map(Creation::status), "one was given up, for the other");
    }

    @Test
    void concurrentRepeatedOrdersCreateOneAccount() throws Exception {
        Creation lost = neverLanded();
        enrich();
        long before = fixture.lamports(fixture.operator.feePayer());
        List<Callable<Creation>> repeats = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            repeats.add(() -> fixture.service(ACME, allowance(COST, 1)).create(ACME.keyLine(), fixture.order(), name()).get());
        }

        Set<Creation> answers = new LinkedHashSet<>(
                atOnce(repeats).map(answer -> onlyOne.create(ACME.keyLine(), fixture.order(), name()).get()).asJava());

        assertEquals(1, answers.size());
        assertEquals(lost.account(), answers.iterator().next().account());
        assertEquals(Creation.Status.CREATED, answers.iterator().next().status());
        assertEquals(COST, before - fixture.lamports(fixture.operator.feePayer()));
    }

    @Test
    void anOvertakenRepeatedOrderIsAnsweredLikeTheWinner() {
        var unused = neverLanded();
        fixture.setFeePayersBalance(COST + minimum);
        Set<Creation> first = new LinkedHashSet<>();

        Creation second = fixture.overtaken(
                        allowance(COST, 1), () -> first.add(onlyOne.create(ACME.keyLine(), fixture.order(), name()).get()))
                .create(ACME.keyLine(), fixture.order(), name())
                .get();

        assertEquals(Creation.Status.CREATED, second.status());
        assertEquals(Set.of(second), first);
    }

    /** Ordered, lost on the way, and given up since the fee payer has too little for another try. */
    private Creation neverLanded() {
        Creation pending = fixture.deaf().create(ACME.keyLine(), fixture.order(), name()).get();
        assertEquals(Creation.Status.PENDING, pending.status());
        fixture.letNothingLandAnyMore();
        fixture.setFeePayersBalance(TOO_LITTLE);
        work();
        return pending;
    }

    private void enrich() {
        fixture.setFeePayersBalance(10 * ServiceFixture.SOL);
    }

    private void work() {
        work(fixture.engine());
    }

    private void work(Engines engine) {
        CreateRecoveryTest.work(fixture, engine);
    }

    /** A chain whose fees have doubled. */
    private Chain dearer() {
        return new AlteredChain(fixture.devnet, "fees", asked -> Either.right(Array.of(BaseUnits.of(2 * NETWORK_FEE)))).chain();
    }

    /** ACME's tenant service, from which nothing arrives once something was handed over. */
    private TenantService lost(List<Bytes> sent) {
        FaultyChain line = new FaultyChain(
                fixture.devnet, ProcessFault.never(), () -> sent.isEmpty() ? Line.GOOD : Line.LOST, sent::add);
        return fixture.engine(line, fixture.journal, ServiceFixture.GENEROUS).service(Network.DEVNET, ACME.tenant()).get();
    }

    private static <T> Array<T> atOnce(List<Callable<T>> tasks) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : threads.invokeAll(tasks)) {
                answers.add(answer.get());
            }
            return Array.ofAll(answers);
        }
    }

    /** The same for as long as a test lasts. */
    private static Retry name() {
        return new Retry.Named(
                new RequestKey("acme", "lost"), Bytes32.of(new byte[32]), ServiceFixture.START.plusSeconds(864_000));
    }

    private static CreationAllowance allowance(long budgetLamports, int perKeyPerDay) {
        return new CreationAllowance(BaseUnits.of(budgetLamports), perKeyPerDay);
    }
}
