package dev.mandate.engine.desk;

import static dev.mandate.engine.desk.Town.ACME;
import static dev.mandate.engine.desk.Town.RIVAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.desk.Creation;
import dev.mandate.ports.desk.CreationOrder;
import dev.mandate.ports.desk.CreationRefusal;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.HeldAccount;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Accounts at the operator's cost: how many, for how much, and each one once. */
class CreateTest {

    private static final Retry ONCE = new Retry.Unnamed();

    private final Town town = new Town();
    private final Desk desk = town.desk(ACME);

    @AfterEach
    void theLogIsSound() {
        town.assertLogIsSound();
    }

    @Test
    void anAccountStandsAsItWasOrderedAndTheOperatorPaid() {
        long before = town.lamports(town.operator.feePayer());
        CreationOrder order = new CreationOrder(
                Command.CreateAccount.ofEquals(2, town.ann.address(), town.bob.address()),
                Option.some(new Memo("für Zoë")));

        Creation creation = desk.create(order, ONCE).get();

        assertEquals(Creation.Status.CREATED, creation.status());
        Address account = creation.account().address();
        assertEquals(2, desk.custody().account(account).get().settings().roster().threshold().value());
        assertInstanceOf(
                Submission.State.Confirmed.class,
                desk.submission(creation.submission()).get().state());
        assertEquals(
                Array.of(new HeldAccount(creation.account(), HeldAccount.Origin.CREATED, Town.START)),
                desk.accounts(Option.none(), 10).items().toArray());
        assertTrue(town.lamports(town.operator.feePayer()) < before);
    }

    @Test
    void whatAnAccountWouldCostIsToldAndNothingComesOfIt() {
        long before = town.lamports(town.operator.feePayer());
        int events = town.journal.events(0, 1_000).items().size();

        BaseUnits cost = desk.consider(town.order()).get().total();

        assertEquals(events, town.journal.events(0, 1_000).items().size());
        assertEquals(before, town.lamports(town.operator.feePayer()));
        assertTrue(desk.create(town.order(), ONCE).isRight());
        assertEquals(BaseUnits.of(before - town.lamports(town.operator.feePayer())), cost);
    }

    @Test
    void whyNoAccountWouldBeMadeIsToldBefore() {
        CreationAllowance one = new CreationAllowance(Town.GENEROUS.budgetLamports(), 1);
        Desk limited = town.desk(ACME, one);
        assertTrue(limited.consider(town.order()).isRight());
        assertTrue(limited.create(town.order(), ONCE).isRight());

        assertInstanceOf(CreationRefusal.QuotaSpent.class, limited.consider(town.order()).getLeft());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                town.desk(ACME, new CreationAllowance(BaseUnits.of(1), 9))
                        .consider(town.order())
                        .getLeft());
        assertInstanceOf(
                CreationRefusal.NotBuilt.class,
                desk.consider(new CreationOrder(Command.CreateAccount.ofEquals(3, town.ann.address()), Option.none()))
                        .getLeft());
        town.setFeePayersBalance(1);
        assertInstanceOf(CreationRefusal.FeePayerLow.class, desk.consider(town.order()).getLeft());
    }

    @Test
    void eachOrderIsAnAccountOfItsOwn() {
        assertNotEquals(town.account(ACME), town.account(ACME));
    }

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
    void noNameOfARequestLeadsToAnotherTenantsAccount() {
        assertTrue(desk.create(town.order(), town.named("key", 1)).isRight());

        assertEquals(
                Either.left(new CreationRefusal.KeyReused()),
                town.desk(RIVAL).create(town.order(), town.named("key", 1)));
    }

    @Test
    void aKeyHasSoManyAccountsADay() {
        CreationAllowance two = new CreationAllowance(Town.GENEROUS.budgetLamports(), 2);
        Desk limited = town.desk(ACME, two);
        assertTrue(limited.create(town.order(), town.named("one", 1)).isRight());
        assertTrue(limited.create(town.order(), ONCE).isRight());

        var refused = limited.create(town.order(), ONCE);

        long midnight = (Town.START.seconds() / 86_400 + 1) * 86_400;
        assertEquals(
                Either.left(new CreationRefusal.QuotaSpent(2, new UnixTime(midnight))),
                refused);
        assertTrue(limited.create(town.order(), town.named("one", 1)).isRight(), "a repetition is no new one");
        assertTrue(
                town.desk(RIVAL, two).create(town.order(), ONCE).isRight(),
                "another key's quota is its own");
        town.now = new UnixTime(midnight);
        assertTrue(limited.create(town.order(), ONCE).isRight());
    }

    @Test
    void aKeyInAnothersPlaceHasThatOnesQuota() {
        CreationAllowance one = new CreationAllowance(Town.GENEROUS.budgetLamports(), 1);
        Caller next = new Caller(ACME.tenant(), Town.caller("acme", 9).key(), ACME.line(), ACME.scopes());
        assertTrue(town.desk(ACME, one).create(town.order(), ONCE).isRight());

        assertInstanceOf(
                CreationRefusal.QuotaSpent.class,
                town.desk(next, one).create(town.order(), ONCE).getLeft());
    }

    @Test
    void theBudgetEndsToTheLamport() {
        long cost = town.costOfOne();

        CreationAllowance forTwo = new CreationAllowance(BaseUnits.of(2 * cost), 100);
        Desk last = town.desk(ACME, forTwo);
        assertTrue(last.create(town.order(), ONCE).isRight());
        assertEquals(
                Either.left(new CreationRefusal.BudgetSpent(
                        BaseUnits.of(2 * cost), BaseUnits.of(2 * cost), BaseUnits.of(cost))),
                last.create(town.order(), ONCE));
        assertEquals(2, desk.accounts(Option.none(), 10).items().length());
    }

    @Test
    void aBudgetThatIsALamportShortIsNotEnough() {
        long cost = town.costOfOne();

        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                town.desk(ACME, new CreationAllowance(BaseUnits.of(2 * cost - 1), 100))
                        .create(town.order(), ONCE)
                        .getLeft());
    }

    @Test
    void aFeePayerWithTooLittleIsToldBeforeAnythingIsPromised() {
        town.setFeePayersBalance(2_000_000);

        var refused = desk.create(town.order(), ONCE).getLeft();

        assertTrue(refused instanceof CreationRefusal.FeePayerLow low && low.balance().bits() == 2_000_000);
        assertEquals(Array.empty(), desk.accounts(Option.none(), 10).items().toArray());
    }

    /** An account of the chain is left with nothing, or with what keeps it alive. */
    @Test
    void theFeePayerIsLeftWithWhatKeepsItAlive() {
        long cost = town.costOfOne();
        long minimum = town.devnet.rentExemptMinimum(0).get().bits();

        town.setFeePayersBalance(cost + minimum - 1);
        assertEquals(
                Either.left(new CreationRefusal.FeePayerLow(
                        BaseUnits.of(cost + minimum - 1), BaseUnits.of(cost))),
                desk.create(town.order(), ONCE));
        town.setFeePayersBalance(cost + minimum);
        assertTrue(desk.create(town.order(), ONCE).isRight());
        assertEquals(minimum, town.lamports(town.operator.feePayer()));
    }

    @Test
    void whatTheRulesForbidIsNotOrdered() {
        CreationOrder hopeless =
                new CreationOrder(Command.CreateAccount.ofEquals(3, town.ann.address()), Option.none());

        assertTrue(desk.create(hopeless, ONCE).getLeft() instanceof CreationRefusal.NotBuilt refused
                && refused.why() instanceof BuildRefusal.Forbidden);
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
        town.devnet.expireBlockhashes();

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
        town.devnet.expireBlockhashes();
        town.now = town.now.plusSeconds(25 * 3_600);

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
        town.devnet.expireBlockhashes();
        town.now = town.now.plusSeconds(25 * 3_600);

        work(forgetful);

        assertStands(pending);
        assertEquals(paid, town.lamports(town.operator.feePayer()));
    }

    /** Somebody started a server with another secret on the same journal. */
    @Test
    void anotherOperatorDoesNotMakeWhatWasOrderedOfThisOne() {
        Creation pending = pending();
        town.devnet.expireBlockhashes();
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
                asked.getName().equals("statuses")
                        ? Either.right(((Seq<?>) given[0]).map(signature -> Option.none()))
                        : asked.invoke(chain, given));
    }

    @Test
    void whatFailsForGoodGivesTheBudgetBackButForTheFee() {
        Creation pending = town.deaf().create(town.order(), town.named("key", 1)).get();
        town.setFeePayersBalance(1_000_000);
        work();
        assertTrue(desk.submission(pending.submission()).get().objection().isDefined());
        town.devnet.expireBlockhashes();
        work();
        town.devnet.fund(town.operator.feePayer(), BaseUnits.of(10 * Town.SOL));

        assertEquals(
                Creation.Status.FAILED,
                desk.create(town.order(), town.named("key", 1)).get().status());
        long cost = town.costOfOne();
        assertTrue(
                town.desk(ACME, new CreationAllowance(BaseUnits.of(2 * cost + 10_000), 100))
                        .create(town.order(), ONCE)
                        .isRight(),
                "two that stand, and a fee");
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                town.desk(ACME, new CreationAllowance(BaseUnits.of(3 * cost + 9_999), 100))
                        .create(town.order(), ONCE)
                        .getLeft());
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

    @Test
    void whoIsOvertakenByAnotherOrderForTheLastPlaceIsRefused() {
        CreationAllowance one = new CreationAllowance(Town.GENEROUS.budgetLamports(), 1);

        assertInstanceOf(
                CreationRefusal.QuotaSpent.class,
                town.overtaken(one, () -> assertTrue(town.desk(ACME, one).create(town.order(), town.named("other", 1)).isRight()))
                        .create(town.order(), town.named("key", 1))
                        .getLeft());
    }

    private void overtakenIsAnsweredAlike(CreationAllowance allowance) {
        Set<Creation> first = new LinkedHashSet<>();

        Creation second = town.overtaken(allowance, () -> first.add(
                        town.desk(ACME, allowance).create(town.order(), town.named("key", 1)).get()))
                .create(town.order(), town.named("key", 1))
                .get();

        assertEquals(Set.of(second), first);
    }

    /** What the workers would do, once round. */
    private void work() {
        work(town.engine());
    }

    private void work(DesksEngine engine) {
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
