package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.AlteredChain;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.creation.CreationBudget;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.api.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accounts at the operator's cost: how many, and for how much. */
class CreateTest {

    private static final UnixTime MIDNIGHT = new UnixTime((ServiceFixture.START.seconds() / 86_400 + 1) * 86_400);

    private static final Retry ONCE = new Retry.Unnamed();

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final TenantService service = fixture.service(ACME);

    @Test
    void anAccountStandsAsItWasOrderedAndTheOperatorPaid() {
        long before = fixture.lamports(fixture.operator.feePayer());
        CreationOrder order = new CreationOrder(
                Command.CreateAccount.ofEquals(2, fixture.ann.address(), fixture.bob.address()),
                new Memo("für Zoë"));

        Creation creation = service.create(ACME.keyLine(), order, ONCE).get();

        assertEquals(Creation.Status.CREATED, creation.status());
        Address account = creation.account().address();
        assertEquals(2, service.account(account).get().settings().roster().threshold().value());
        assertInstanceOf(
                Submission.State.Confirmed.class,
                service.submission(creation.submission()).get().state());
        assertEquals(
                Array.of(new TenantAccount(creation.account(), TenantAccount.Origin.CREATED, ServiceFixture.START)),
                service.accounts(10).items().toArray());
        assertTrue(fixture.lamports(fixture.operator.feePayer()) < before);
    }

    @Test
    void aQuoteStatesTheCostAndChangesNothing() {
        long before = fixture.lamports(fixture.operator.feePayer());
        int events = fixture.journal.events(0, 1_000).items().size();

        BaseUnits cost = service.quote(ACME.keyLine(), fixture.order()).get().total();

        assertEquals(events, fixture.journal.events(0, 1_000).items().size());
        assertEquals(before, fixture.lamports(fixture.operator.feePayer()));
        assertTrue(service.create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        assertEquals(BaseUnits.of(before - fixture.lamports(fixture.operator.feePayer())), cost);
    }

    /** The operator's key signs them, up to the maximum. */
    @ParameterizedTest
    @CsvSource({"1000000", "18446744073709551615"})
    void limitsAndThePriorityThatBlocksTakeArePartOfWhatItCosts(String price) {
        Array<BaseUnits> prices = Array.of(BaseUnits.parse(price).get());
        Chain busy = new AlteredChain(fixture.devnet, "recentUnitPrices", asked -> Either.right(prices)).chain();
        TenantService paying = fixture.engine(busy, fixture.journal, ServiceFixture.GENEROUS).service(Network.DEVNET, ACME.tenant()).get();
        long before = fixture.lamports(fixture.operator.feePayer());

        FeeQuote quote = paying.quote(ACME.keyLine(), fixture.order()).get();
        Creation created = paying.create(ACME.keyLine(), fixture.order(), ONCE).get();

        assertEquals(Creation.Status.CREATED, created.status());
        assertTrue(quote.priority().compareTo(BaseUnits.of(1_000)) > 0, quote::toString);
        assertTrue(quote.priority().compareTo(BaseUnits.of(10_000_000)) <= 0, quote::toString);
        assertEquals(BaseUnits.of(before - fixture.lamports(fixture.operator.feePayer())), quote.total());
    }

    @Test
    void aQuoteStatesWhyACreationWouldBeRefused() {
        CreationAllowance one = new CreationAllowance(ServiceFixture.GENEROUS.lamportsPerTenantPerDay(), 1);
        TenantService limited = fixture.service(ACME, one);
        assertTrue(limited.quote(ACME.keyLine(), fixture.order()).isRight());
        assertTrue(limited.create(ACME.keyLine(), fixture.order(), ONCE).isRight());

        assertInstanceOf(CreationRefusal.QuotaSpent.class, limited.quote(ACME.keyLine(), fixture.order()).getLeft());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                fixture.service(ACME, new CreationAllowance(BaseUnits.of(1), 9))
                        .quote(ACME.keyLine(), fixture.order())
                        .getLeft());
        assertInstanceOf(
                CreationRefusal.NotBuilt.class,
                service.quote(ACME.keyLine(), new CreationOrder(Command.CreateAccount.ofEquals(3, fixture.ann.address())))
                        .getLeft());
        fixture.setFeePayersBalance(1);
        assertInstanceOf(CreationRefusal.FeePayerLow.class, service.quote(ACME.keyLine(), fixture.order()).getLeft());
    }

    @Test
    void eachOrderIsAnAccountOfItsOwn() {
        assertNotEquals(fixture.account(ACME), fixture.account(ACME));
    }

    @Test
    void noNameOfARequestLeadsToAnotherTenantsAccount() {
        assertTrue(service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).isRight());

        assertEquals(
                Either.left(new CreationRefusal.KeyReused()),
                fixture.service(RIVAL).create(RIVAL.keyLine(), fixture.order(), fixture.named("key", 1)));
    }

    @Test
    void aKeyHasSoManyAccountsADay() {
        CreationAllowance two = new CreationAllowance(ServiceFixture.GENEROUS.lamportsPerTenantPerDay(), 2);
        TenantService limited = fixture.service(ACME, two);
        assertTrue(limited.create(ACME.keyLine(), fixture.order(), fixture.named("one", 1)).isRight());
        assertTrue(limited.create(ACME.keyLine(), fixture.order(), ONCE).isRight());

        var refused = limited.create(ACME.keyLine(), fixture.order(), ONCE);

        assertEquals(
                Either.left(new CreationRefusal.QuotaSpent(2, MIDNIGHT)),
                refused);
        assertTrue(limited.create(ACME.keyLine(), fixture.order(), fixture.named("one", 1)).isRight(), "a repetition is no new one");
        assertTrue(
                fixture.service(RIVAL, two).create(RIVAL.keyLine(), fixture.order(), ONCE).isRight(),
                "another key's quota is its own");
        fixture.now = MIDNIGHT;
        assertTrue(limited.create(RIVAL.keyLine(), fixture.order(), ONCE).isRight());
    }

    @Test
    void aKeyInAnothersPlaceHasThatOnesQuota() {
        CreationAllowance one = new CreationAllowance(ServiceFixture.GENEROUS.lamportsPerTenantPerDay(), 1);
        Caller next = new Caller(ACME.tenant(), ServiceFixture.caller("acme", 9).key(), ACME.line(), ACME.scopes(), ACME.standing());
        assertTrue(fixture.service(ACME, one).create(ACME.keyLine(), fixture.order(), ONCE).isRight());

        assertInstanceOf(
                CreationRefusal.QuotaSpent.class,
                fixture.service(next, one).create(ACME.keyLine(), fixture.order(), ONCE).getLeft());
    }

    @Test
    void theBudgetEndsToTheLamport() {
        long cost = fixture.costOfOne();

        CreationAllowance forTwo = new CreationAllowance(BaseUnits.of(2 * cost), 100);
        TenantService last = fixture.service(ACME, forTwo);
        assertTrue(last.create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        assertEquals(
                Either.left(new CreationRefusal.BudgetSpent(
                        BaseUnits.of(2 * cost), BaseUnits.of(2 * cost), BaseUnits.of(cost), MIDNIGHT)),
                last.create(ACME.keyLine(), fixture.order(), ONCE));
        assertEquals(2, service.accounts(10).items().length());
    }

    @Test
    void eachTenantHasABudgetOfItsOwnEachDay() {
        long cost = fixture.costOfOne();
        CreationAllowance forTwo = new CreationAllowance(BaseUnits.of(2 * cost), 100);
        TenantService last = fixture.service(ACME, forTwo);
        assertTrue(last.create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        assertTrue(last.create(ACME.keyLine(), fixture.order(), ONCE).isLeft());

        assertTrue(fixture.service(RIVAL, forTwo).quote(RIVAL.keyLine(), fixture.order()).isRight());
        assertTrue(fixture.service(RIVAL, forTwo).create(RIVAL.keyLine(), fixture.order(), ONCE).isRight());
        fixture.now = MIDNIGHT.plusSeconds(-1);
        assertTrue(last.create(RIVAL.keyLine(), fixture.order(), ONCE).isLeft());
        fixture.now = MIDNIGHT;
        assertTrue(last.quote(RIVAL.keyLine(), fixture.order()).isRight());
        assertTrue(last.create(RIVAL.keyLine(), fixture.order(), ONCE).isRight());
    }

    @Test
    void theFeePayersBalanceCountsForAllTenants() {
        long cost = fixture.costOfOne();
        long minimum = fixture.devnet.rentExemptMinimum(0).get().bits();
        fixture.setFeePayersBalance(2 * cost + minimum - 1);
        assertTrue(fixture.deaf().create(ACME.keyLine(), fixture.order(), ONCE).isRight(), "ordered, and not paid yet");

        assertInstanceOf(
                CreationRefusal.FeePayerLow.class,
                fixture.service(RIVAL).create(RIVAL.keyLine(), fixture.order(), ONCE).getLeft());
    }

    @Test
    void theTenantThatOrderedMostOnADayIsFound() {
        long cost = fixture.costOfOne();
        assertTrue(service.create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        assertTrue(fixture.service(RIVAL).create(RIVAL.keyLine(), fixture.order(), ONCE).isRight());

        assertEquals(BaseUnits.of(2 * cost), CreationBudget.mostSpent(fixture.journal, Network.DEVNET, fixture.now));
        assertEquals(BaseUnits.ZERO, CreationBudget.mostSpent(fixture.journal, Network.MAINNET, fixture.now));

        fixture.now = MIDNIGHT;
        assertTrue(fixture.service(RIVAL).create(RIVAL.keyLine(), fixture.order(), ONCE).isRight());
        assertEquals(BaseUnits.of(cost), CreationBudget.mostSpent(fixture.journal, Network.DEVNET, MIDNIGHT));
    }

    @Test
    void aBudgetThatIsALamportShortIsNotEnough() {
        long cost = fixture.costOfOne();

        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                fixture.service(ACME, new CreationAllowance(BaseUnits.of(2 * cost - 1), 100))
                        .create(ACME.keyLine(), fixture.order(), ONCE)
                        .getLeft());
    }

    @Test
    void aLowFeePayerIsRefusedBeforeAnOrderIsTaken() {
        fixture.setFeePayersBalance(2_000_000);

        var refused = service.create(ACME.keyLine(), fixture.order(), ONCE).getLeft();

        assertTrue(refused instanceof CreationRefusal.FeePayerLow low && low.balance().bits() == 2_000_000);
        assertEquals(Array.empty(), service.accounts(10).items().toArray());
    }

    /** An account of the chain is left with nothing, or with what keeps it alive. */
    @Test
    void theFeePayerKeepsTheRentExemptMinimum() {
        long cost = fixture.costOfOne();
        long minimum = fixture.devnet.rentExemptMinimum(0).get().bits();

        fixture.setFeePayersBalance(cost + minimum - 1);
        assertEquals(
                Either.left(new CreationRefusal.FeePayerLow(
                        BaseUnits.of(cost + minimum - 1), BaseUnits.of(cost))),
                service.create(ACME.keyLine(), fixture.order(), ONCE));
        fixture.setFeePayersBalance(cost + minimum);
        assertTrue(service.create(ACME.keyLine(), fixture.order(), ONCE).isRight());
        assertEquals(minimum, fixture.lamports(fixture.operator.feePayer()));
    }

    @Test
    void theLastOfTheFeePayersBalanceIsSpentWheneverAnotherOrderIsPaid() {
        long cost = fixture.costOfOne();
        long minimum = fixture.devnet.rentExemptMinimum(0).get().bits();
        for (int question = 1; question <= 7; question++) {
            fixture.setFeePayersBalance(2 * cost + minimum);
            TenantService last = fixture.overtaken(
                    question, () -> assertTrue(fixture.service(RIVAL).create(RIVAL.keyLine(), fixture.order(), ONCE).isRight()));

            assertTrue(last.create(RIVAL.keyLine(), fixture.order(), ONCE).isRight(), "paid before question " + question);
            assertEquals(minimum, fixture.lamports(fixture.operator.feePayer()));
        }
    }

    @Test
    void aForbiddenAccountIsNotOrdered() {
        CreationOrder hopeless =
                new CreationOrder(Command.CreateAccount.ofEquals(3, fixture.ann.address()));

        assertTrue(service.create(ACME.keyLine(), hopeless, ONCE).getLeft() instanceof CreationRefusal.NotBuilt refused
                && refused.why() instanceof BuildRefusal.Forbidden);
    }

    @Test
    void anOvertakenOrderForTheLastPlaceIsRefused() {
        CreationAllowance one = new CreationAllowance(ServiceFixture.GENEROUS.lamportsPerTenantPerDay(), 1);

        assertInstanceOf(
                CreationRefusal.QuotaSpent.class,
                fixture.overtaken(one, () -> assertTrue(fixture.service(ACME, one).create(ACME.keyLine(), fixture.order(), fixture.named("other", 1)).isRight()))
                        .create(ACME.keyLine(), fixture.order(), fixture.named("key", 1))
                        .getLeft());
    }
}
