package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byAdmin;
import static dev.mandate.engine.EngineFixture.byVoteOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.spending.Window;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.NewStorage;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SpendingLimitTest {

    private static final Token SOL = new Token.Sol();

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address admin = fixture.person("admin");
    private final Address shop = fixture.person("shop");

    @Nested
    class Adding {

        private final Address account = fixture.account(NewAccount.of(2, ann, bob));

        @Test
        void byVoteMakesTheLimitThatWasAskedFor() {
            LimitTerms terms = terms("limit", 5_000, Array.of(ann, shop), Array.of(shop));

            TransactionPlan built = fixture.landed(add(account, terms, byVoteOf(ann, bob)));

            assertEquals(
                    Array.of(new LimitView(
                            built.limit().get(), terms, new Window(EngineFixture.START, BaseUnits.of(5_000)), Option.none())),
                    fixture.limits(account));
            assertEquals(
                    Array.of(NewStorage.Kind.TRANSACTION, NewStorage.Kind.PROPOSAL, NewStorage.Kind.SPENDING_LIMIT),
                    built.single().fee().rents().map(FeeQuote.Rent::kind));
        }

        @Test
        void byTheAdminNeedsTheAdminAlone() {
            Address held = fixture.account(NewAccount.of(2, ann, bob).lockedFor(60).administeredBy(admin));

            TransactionPlan built = fixture.landed(add(held, terms("limit", 5_000, ann), byAdmin()));

            assertEquals(Array.of(admin), built.single().unsigned().signers());
            assertEquals(Array.of(built.limit().get()), fixture.limits(held).map(LimitView::limit));
        }

        @Test
        void withATimeLockWaits() {
            Address locked = fixture.account(NewAccount.of(1, ann).lockedFor(60));

            TransactionPlan built = fixture.landed(add(locked, terms("limit", 5_000, ann), byVoteOf(ann)));
            assertEquals(Array.empty(), fixture.limits(locked));

            fixture.pass(60);
            fixture.lands(EngineFixture.execute(locked, 1, ann));
            assertEquals(built.limit().toArray(), fixture.limits(locked).map(LimitView::limit));
        }

        @Test
        void isRefusedWithEveryProblemOfItsTerms() {
            BuildRefusal.Forbidden bad = new BuildRefusal.Forbidden(new Refusal.NotSpent(new SpendingRefusal.BadTerms(
                    Array.of(new LimitProblem.AmountZero(), new LimitProblem.DuplicateSigner(ann)))));
            Address held = fixture.account(NewAccount.of(1, ann).administeredBy(admin));
            LimitTerms terms = terms("limit", 0, ann, ann);

            assertEquals(bad, fixture.refusal(add(account, terms, byVoteOf(ann, bob))));
            assertEquals(bad, fixture.refusal(add(held, terms, byAdmin())));
        }

        @Test
        void isRefusedWhereThereIsOne() {
            Address limit = fixture.limit(account, terms("limit", 5_000, ann), byVoteOf(ann, bob));

            assertEquals(
                    new BuildRefusal.Unwise(new Warning.WouldNeverExecute(new Refusal.LimitExists(limit))),
                    fixture.refusal(add(account, terms("limit", 1, bob), byVoteOf(ann, bob))));
        }

        @Test
        void isRefusedToTooFewSigners() {
            assertEquals(
                    new BuildRefusal.SignersInsufficient(
                            Array.of(new RoleProblem.TooFewVoters(1, new Threshold(2)))),
                    fixture.refusal(add(account, terms("limit", 1, bob), byVoteOf(ann))));
        }
    }

    @Nested
    class Removing {

        @Test
        void byVoteEndsItAndGivesItsRentToThePayer() {
            Address account = fixture.account(NewAccount.of(1, ann));
            Address limit = fixture.limit(account, terms("limit", 5_000, ann), byVoteOf(ann));

            fixture.landReturning(fixture.ledger.lamports(limit), fixture.builds(remove(account, limit, byVoteOf(ann))));

            assertEquals(Array.empty(), fixture.limits(account));
        }

        @Test
        void byTheAdminEndsItToo() {
            Address account = fixture.account(NewAccount.of(1, ann).administeredBy(admin));
            Address limit = fixture.limit(account, terms("limit", 5_000, ann), byAdmin());

            fixture.landReturning(fixture.ledger.lamports(limit), fixture.builds(remove(account, limit, byAdmin())));

            assertEquals(Array.empty(), fixture.limits(account));
        }

        @Test
        void byTheAdminGivesItsRentToTheRentCollector() {
            Address collector = fixture.person("collector");
            Address account = fixture.account(
                    NewAccount.of(1, ann).administeredBy(admin).collectingRentFor(collector));
            Address limit = fixture.limit(account, terms("limit", 5_000, ann), byAdmin());
            long rent = fixture.ledger.lamports(limit);
            long before = fixture.ledger.lamports(collector);

            fixture.lands(remove(account, limit, byAdmin()));

            assertEquals(rent, fixture.ledger.lamports(collector) - before);
        }

        @Test
        void isRefusedWhereThereIsNone() {
            Address account = fixture.account(NewAccount.of(1, ann));
            Address nowhere = fixture.key("nowhere");

            assertEquals(
                    new BuildRefusal.Unwise(new Warning.WouldNeverExecute(new Refusal.NoLimit(nowhere))),
                    fixture.refusal(remove(account, nowhere, byVoteOf(ann))));
        }

        private BuildRequest remove(Address account, Address limit, Authority authority) {
            return new BuildRequest.RemoveLimit(account, limit, authority, BuildOptions.DEFAULT);
        }
    }

    @Nested
    class Replacing {

        @Test
        void byVotePutsTheNewOneInItsPlace() {
            Address account = fixture.account(NewAccount.of(1, ann));
            Address old = fixture.limit(account, terms("old", 5_000_000, ann), byVoteOf(ann));
            fixture.lands(use(account, old, ann, shop, 4_000_000));

            TransactionPlan built = fixture.builds(replace(account, old, byVoteOf(ann)));
            fixture.landReturning(fixture.ledger.lamports(old), built);

            assertReplaced(account, built);
        }

        @Test
        void byTheAdminDoesTheSame() {
            Address account = fixture.account(NewAccount.of(1, ann).administeredBy(admin));
            Address old = fixture.limit(account, terms("old", 5_000_000, ann), byAdmin());

            TransactionPlan built = fixture.builds(replace(account, old, byAdmin()));
            fixture.landReturning(fixture.ledger.lamports(old), built);

            assertReplaced(account, built);
        }

        @Test
        void notByOneThatGrantsJustTheSame() {
            Address account = fixture.account(NewAccount.of(1, ann));
            Address limit = fixture.limit(account, terms("old", 7_000, bob), byVoteOf(ann));

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.SettingsRefused(new SettingsRefusal.NothingToChange())),
                    fixture.refusal(replace(account, limit, byVoteOf(ann))));
        }

        private void assertReplaced(Address account, TransactionPlan built) {
            assertEquals(
                    Array.of(new LimitView(
                            built.limit().get(),
                            terms("new", 7_000, bob),
                            new Window(EngineFixture.START, BaseUnits.of(7_000)),
                            Option.none())),
                    fixture.limits(account));
        }

        private BuildRequest replace(Address account, Address limit, Authority authority) {
            return new BuildRequest.ReplaceLimit(
                    account, limit, terms("new", 7_000, bob), authority, BuildOptions.DEFAULT);
        }
    }

    private LimitTerms terms(String createKey, long amount, Address... signers) {
        return fixture.limitTerms(createKey, SOL, amount, signers);
    }

    private LimitTerms terms(
            String createKey, long amount, Array<Address> signers, Array<Address> destinations) {
        return LimitTerms.of(fixture.key(createKey), SOL, BaseUnits.of(amount), Period.MONTH, signers)
                .withDestinations(destinations);
    }

    private static BuildRequest add(Address account, LimitTerms terms, Authority authority) {
        return new BuildRequest.AddLimit(account, terms, authority, BuildOptions.DEFAULT);
    }

    private static BuildRequest use(Address account, Address limit, Address signer, Address to, long amount) {
        return new BuildRequest.UseLimit(account, limit, signer, to, BaseUnits.of(amount), BuildOptions.DEFAULT);
    }
}
