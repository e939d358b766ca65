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
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.desk.Creation;
import dev.mandate.ports.desk.CreationOrder;
import dev.mandate.ports.desk.CreationRefusal;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.HeldAccount;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.desk.Submission;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Accounts at the operator's cost: how many, and for how much. */
class CreateTest {

    private static final Retry ONCE = new Retry.Unnamed();

    @RegisterExtension
    private final Town town = new Town();

    private final Desk desk = town.desk(ACME);

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
    void whoIsOvertakenByAnotherOrderForTheLastPlaceIsRefused() {
        CreationAllowance one = new CreationAllowance(Town.GENEROUS.budgetLamports(), 1);

        assertInstanceOf(
                CreationRefusal.QuotaSpent.class,
                town.overtaken(one, () -> assertTrue(town.desk(ACME, one).create(town.order(), town.named("other", 1)).isRight()))
                        .create(town.order(), town.named("key", 1))
                        .getLeft());
    }
}
