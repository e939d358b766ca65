package dev.mandate.engine.desk;

import static dev.mandate.engine.desk.Town.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.desk.Creation;
import dev.mandate.ports.desk.CreationRefusal;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.desk.Submission;
import dev.mandate.ports.journal.IdempotencyKey;
import dev.mandate.ports.keys.OperatorKey;
import dev.mandate.ports.outbox.Claim;
import dev.mandate.ports.outbox.Delivery;
import dev.mandate.testkit.keys.InterceptedOperatorKey;
import dev.mandate.testkit.keys.TestOperatorKey;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An order that is repeated, overtaken, lost or cut short: it comes to one account at the most, which is paid for once. */
class CreateRecoveryTest {

    private static final Retry ONCE = new Retry.Unnamed();

    @RegisterExtension
    private final Town town = new Town();

    private final Desk desk = town.desk(ACME);

    @Test
    void anOrderThatIsRepeatedUnderItsNameIsTheSameAccount() {
        Creation first = desk.create(town.order(), town.named("key", 1)).get();
        long paid = town.lamports(town.operator.feePayer());

        assertEquals(Either.right(first), desk.create(town.order(), town.named("key", 1)));
        assertEquals(
                Either.left(new CreationRefusal.KeyReused()), desk.create(town.order(), town.named("key", 2)));
        assertEquals(paid, town.lamports(town.operator.feePayer()));
    }

    @Test
    void whoIsOvertakenByTheSameOrderIsAnsweredAsItWasThoughItTookTheLastOfTheQuota() {
        overtakenIsAnsweredAlike(new CreationAllowance(Town.GENEROUS.budgetLamports(), 1));
    }

    @Test
    void whoIsOvertakenByTheSameOrderIsAnsweredAsItWasThoughItTookTheLastOfTheBudget() {
        long cost = town.costOfOne();
        overtakenIsAnsweredAlike(new CreationAllowance(BaseUnits.of(2 * cost), 100));
    }

    @Test
    void whoIsOvertakenByTheSameOrderIsAnsweredAsItWasThoughItTookTheLastOfTheFeePayersMoney() {
        town.setFeePayersBalance(town.costOfOne() + town.devnet.rentExemptMinimum(0).get().bits());
        overtakenIsAnsweredAlike(Town.GENEROUS);
    }

    private void overtakenIsAnsweredAlike(CreationAllowance allowance) {
        Set<Creation> first = new LinkedHashSet<>();

        Creation second = town.overtaken(allowance, () -> first.add(
                        town.desk(ACME, allowance).create(town.order(), town.named("key", 1)).get()))
                .create(town.order(), town.named("key", 1))
                .get();

        assertEquals(Set.of(second), first);
    }

    @Test
    void withTheChainDownTheAddressIsKnownAndTheAccountComesLater() {
        Creation pending = town.deaf().create(town.order(), town.named("key", 1)).get();
        assertEquals(Creation.Status.PENDING, pending.status());
        assertInstanceOf(
                Submission.State.Unknown.class,
                desk.submission(pending.submission()).get().state());

        work();

        Creation created = desk.create(town.order(), town.named("key", 1)).get();
        assertEquals(Creation.Status.CREATED, created.status());
        assertEquals(pending.account(), created.account());
        assertTrue(desk.custody().account(created.account().address()).isRight());
    }

    @Test
    void whatExpiredIsMadeAnewAtTheSameAddressAndCostsOnce() {
        long before = town.lamports(town.operator.feePayer());
        Creation pending = town.deaf().create(town.order(), town.named("key", 1)).get();
        town.letNothingLandAnyMore();

        work();
        work();

        Creation created = desk.create(town.order(), town.named("key", 1)).get();
        assertEquals(Creation.Status.CREATED, created.status());
        assertEquals(pending.account(), created.account());
        assertNotEquals(pending.submission(), created.submission());
        assertInstanceOf(
                Submission.State.Expired.class,
                desk.submission(pending.submission()).get().state());
        long cost = before - town.lamports(town.operator.feePayer());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                town.desk(ACME, new CreationAllowance(BaseUnits.of(2 * cost - 1), 100))
                        .create(town.order(), ONCE)
                        .getLeft());
        assertTrue(town.desk(ACME, new CreationAllowance(BaseUnits.of(2 * cost), 100))
                .create(town.order(), ONCE)
                .isRight());
    }

    /** Nodes may have forgotten its transaction by then, but the account they have or have not. */
    @Test
    void whatNobodyAskedAfterInADayIsMadeAllTheSame() {
        Creation pending = pending();
        town.letNodesForget();

        work();
        work();

        assertStands(pending);
        assertInstanceOf(
                Submission.State.Unknown.class,
                desk.submission(pending.submission()).get().state());
    }

    @Test
    void whatStandsByThenWasMadeAlthoughItsTransactionIsForgotten() {
        DesksEngine forgetful = town.engine(forgetting(town.devnet), town.journal, Town.GENEROUS);
        Creation pending = forgetful
                .desk(Network.DEVNET, ACME)
                .get()
                .create(town.order(), lasting())
                .get();
        assertEquals(Creation.Status.PENDING, pending.status());
        long paid = town.lamports(town.operator.feePayer());
        town.letNodesForget();

        work(forgetful);

        assertStands(pending);
        assertEquals(paid, town.lamports(town.operator.feePayer()));
    }

    /** Somebody started a server with another secret on the same journal. */
    @Test
    void anotherOperatorDoesNotMakeWhatWasOrderedOfThisOne() {
        Creation pending = pending();
        town.letNothingLandAnyMore();
        OperatorKey stranger = new TestOperatorKey("stranger");
        town.devnet.fund(stranger.feePayer(), BaseUnits.of(100 * Town.SOL));

        work(town.engine(stranger));
        work(town.engine(stranger));
        assertEquals(100 * Town.SOL, town.lamports(stranger.feePayer()));
        work();
        work();

        assertStands(pending);
    }

    @Test
    void whatIsOnRecordIsToldThoughItsTransactionMeetsAFault() {
        OperatorKey broken = new InterceptedOperatorKey(town.operator, () -> {
            throw new IllegalStateException("the key does not answer");
        });
        Desk faulty = town.engine(broken).desk(Network.DEVNET, ACME).get();

        Creation pending = faulty.create(town.order(), lasting()).get();

        assertEquals(Creation.Status.PENDING, pending.status());
        work();
        assertStands(pending);
    }

    private void assertStands(Creation ordered) {
        Creation created = desk.create(town.order(), lasting()).get();
        assertEquals(Creation.Status.CREATED, created.status());
        assertEquals(ordered.account(), created.account());
        assertTrue(desk.custody().account(ordered.account().address()).isRight());
    }

    /** A name by which an order is known for longer than nodes remember. */
    private static Retry lasting() {
        return new Retry.Named(
                new IdempotencyKey("acme", "lasting"), Bytes32.of(new byte[32]), Town.START.plusSeconds(864_000));
    }

    private Creation pending() {
        return town.deaf().create(town.order(), lasting()).get();
    }

    /** A chain that has never seen any transaction. */
    private static Chain forgetting(Chain chain) {
        return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, asked, given) ->
                switch (asked.getName()) {
                    case "statuses" -> Either.right(((Seq<?>) given[0]).map(signature -> Option.none()));
                    case "history" -> Either.right(Option.some(Array.empty()));
                    default -> asked.invoke(chain, given);
                });
    }

    /** What the workers would do, once round. */
    private void work() {
        work(town.engine());
    }

    private void work(DesksEngine engine) {
        work(town, engine);
    }

    /** What the workers of {@code engine} would do, once round. */
    static void work(Town town, DesksEngine engine) {
        town.now = town.now.plusSeconds(100);
        for (Delivery delivery : town.journal.outbox().claim(new Claim(SubmissionBook.TOPIC, town.now, 60, 100))) {
            try {
                if (engine.submissionWork().deliver(delivery).isEmpty()) {
                    assertEquals(Option.none(), town.journal.outbox().done(delivery.lease()));
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
