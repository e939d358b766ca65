package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.spending.Window;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LimitUseTest {

    private static final Token SOL = new Token.Sol();

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address shop = fixture.person("shop");

    @Nested
    class UsingSol {

        private final Address account = fixture.account(NewAccount.of(2, ann, bob).lockedFor(86_400));
        private final Address limit = limitFor(ann, shop);

        @Test
        void movesItAtOnceAlthoughThereIsATimeLock() {
            long before = fixture.ledger.lamports(bob);

            TransactionPlan built = fixture.landed(use(account, limit, ann, bob, 3_000_000));

            assertEquals(new Phase.Complete(), built.phase());
            assertEquals(Array.of(ann), built.single().unsigned().signers());
            assertEquals(5 * EngineFixture.SOL - 3_000_000, fixture.ledger.lamports(account));
            assertEquals(before + 3_000_000, fixture.ledger.lamports(bob));
            assertEquals(
                    Array.of(BaseUnits.of(2_000_000)),
                    fixture.limits(account).map(view -> view.window().remaining()));
        }

        @Test
        void isOpenToSpendersOutsideTheAccount() {
            long before = fixture.ledger.lamports(bob);

            fixture.lands(use(account, limit, shop, bob, 1_000_000));

            assertEquals(before + 1_000_000, fixture.ledger.lamports(bob));
        }

        @Test
        void isRefusedWhereItWouldMoveNothing() {
            assertEquals(
                    new BuildRefusal.Unwise(new Warning.SpendsNothing(limit)),
                    fixture.refusal(use(account, limit, ann, bob, 0)));
        }

        @Test
        void isRefusedToStrangers() {
            assertEquals(
                    notSpent(new SpendingRefusal.NotEntitled(bob, Array.of(ann, shop).sorted())),
                    fixture.refusal(use(account, limit, bob, shop, 1)));
        }

        @Test
        void aboveTheRemainderIsRefusedWithTheTimeOfTheNextWindow() {
            fixture.lands(use(account, limit, ann, bob, 4_000_000));
            Window window = fixture.limits(account).head().window();

            assertEquals(
                    notSpent(new SpendingRefusal.Exceeded(
                            BaseUnits.of(1_000_001),
                            BaseUnits.of(1_000_000),
                            Option.some(window.start().plusSeconds(86_401)))),
                    fixture.refusal(use(account, limit, ann, bob, 1_000_001)));
        }

        @Test
        void startsAgainAfterThePeriod() {
            fixture.lands(use(account, limit, ann, bob, 5_000_000));

            fixture.pass(86_401);

            fixture.lands(use(account, limit, ann, bob, 5_000_000));
            assertEquals(5 * EngineFixture.SOL - 10_000_000, fixture.ledger.lamports(account));
        }

        @Test
        void goesToTheDestinationsAloneWhereThereAreSome() {
            Address open = fixture.account(NewAccount.of(1, ann));
            LimitTerms terms = terms("narrow", 5_000_000, Array.of(ann), Array.of(shop));
            Address narrow = fixture.limit(open, terms, byVoteOf(ann));

            assertEquals(
                    notSpent(new SpendingRefusal.DestinationNotAllowed(bob, Array.of(shop))),
                    fixture.refusal(use(open, narrow, ann, bob, 1_000_000)));
            fixture.lands(use(open, narrow, ann, shop, 1_000_000));
        }

        @Test
        void spendsFromTheVaultThatTheLimitNames() {
            Address open = fixture.account(NewAccount.of(1, ann));
            Address secondVault =
                    SquadsV4Program.PUBLIC.vaultAddress(fixture.custody.account(open).get().ref(), 1);
            fixture.ledger.fund(secondVault, EngineFixture.SOL);
            LimitTerms terms = fixture.limitTerms("second", SOL, EngineFixture.SOL, ann).withVault(1);
            Address second = fixture.limit(open, terms, byVoteOf(ann));

            fixture.lands(use(open, second, ann, bob, EngineFixture.SOL));

            assertEquals(0, fixture.ledger.lamports(secondVault));
            assertEquals(5 * EngineFixture.SOL, fixture.ledger.lamports(open));
        }

        @Test
        void aboveTheVaultsBalanceIsRefused() {
            Address open = fixture.account(NewAccount.of(1, ann));
            Address wide = fixture.limit(open, terms("wide", 9 * EngineFixture.SOL, ann), byVoteOf(ann));

            assertEquals(
                    new BuildRefusal.NotCovered(
                            open, BaseUnits.of(5 * EngineFixture.SOL), BaseUnits.of(5 * EngineFixture.SOL + 1)),
                    fixture.refusal(use(open, wide, ann, bob, 5 * EngineFixture.SOL + 1)));
            fixture.lands(use(open, wide, ann, bob, 5 * EngineFixture.SOL));
        }

        @Test
        void thatWouldLeaveLessThanTheRentMinimumIsRefused() {
            Address open = fixture.account(NewAccount.of(1, ann));
            Address wide = fixture.limit(open, terms("wide", 9 * EngineFixture.SOL, ann), byVoteOf(ann));
            BaseUnits minimum = fixture.chain().rentExemptMinimum(0).get();

            assertEquals(
                    new BuildRefusal.BelowRentMinimum(open, BaseUnits.of(minimum.bits() - 1), minimum),
                    fixture.refusal(use(open, wide, ann, bob, 5 * EngineFixture.SOL - minimum.bits() + 1)));
            assertEquals(
                    new BuildRefusal.BelowRentMinimum(open, BaseUnits.of(1), minimum),
                    fixture.refusal(use(open, wide, ann, bob, 5 * EngineFixture.SOL - 1)));
            fixture.lands(use(open, wide, ann, bob, 5 * EngineFixture.SOL - minimum.bits()));
        }

        @Test
        void thatWouldMakeAReceiverOfLessThanTheRentMinimumIsRefused() {
            Address newcomer = fixture.key("newcomer");
            BaseUnits minimum = fixture.chain().rentExemptMinimum(0).get();

            assertEquals(
                    new BuildRefusal.BelowRentMinimum(newcomer, BaseUnits.of(minimum.bits() - 1), minimum),
                    fixture.refusal(use(account, limit, ann, newcomer, minimum.bits() - 1)));
            fixture.lands(use(account, limit, ann, newcomer, minimum.bits()));
            fixture.lands(use(account, limit, ann, newcomer, 1));
        }

        @Test
        void ofALimitThatIsNotThereIsRefused() {
            Address nowhere = fixture.key("nowhere");

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoLimit(nowhere)),
                    fixture.refusal(use(account, nowhere, ann, bob, 1)));
            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoLimit(shop)),
                    fixture.refusal(use(account, shop, ann, bob, 1)));
            Address settings = fixture.custody.account(account).get().ref().settings().address();
            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoLimit(settings)),
                    fixture.refusal(use(account, settings, ann, bob, 1)));
        }

        @Test
        void thatBreaksSeveralRulesReportsEach() {
            BuildRefusal refused = fixture.refusal(new BuildRequest.UseLimit(
                    account, limit, bob, shop, BaseUnits.MAX, BuildOptions.DEFAULT.paidBy(account)));

            assertEquals(
                    Array.of("NotEntitled", "Exceeded"),
                    refused.each().map(LimitUseTest::name));
        }

        @Test
        void ofAnotherAccountsLimitIsRefused() {
            Address other = fixture.account(NewAccount.of(1, ann));

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoLimit(limit)),
                    fixture.refusal(use(other, limit, ann, bob, 1)));
        }

        @Test
        void findsALimitOfAnotherClient() {
            Address other = fixture.limit(
                    account, terms("of another client", 9_000_000, ann), fixture.otherClient(account), byVoteOf(ann, bob));
            fixture.pass(86_400);
            fixture.lands(EngineFixture.execute(account, 2, ann));

            assertEquals(Array.of(limit, other).sorted(), fixture.limits(account).map(LimitView::limit));
            fixture.lands(use(account, other, ann, bob, 9_000_000));
        }

        private Address limitFor(Address... signers) {
            Address made = fixture.limit(account, terms("limit", 5_000_000, signers), byVoteOf(ann, bob));
            fixture.pass(86_400);
            fixture.lands(EngineFixture.execute(account, 1, ann));
            return made;
        }
    }

    @Nested
    class UsingTokens {

        private final Address mint = fixture.key("mint");
        private final Address account = fixture.account(NewAccount.of(1, ann));
        private final Address limit;

        UsingTokens() {
            fixture.ledger.mint(mint, 6);
            fixture.ledger.tokens(account, mint, 1_000_000);
            limit = fixture.limit(
                    account, fixture.limitTerms("limit", new Token.Mint(mint), 600_000, ann), byVoteOf(ann));
        }

        @Test
        void movesThemToAnExistingTokenAccount() {
            fixture.ledger.tokens(shop, mint, 5);

            TransactionPlan built = fixture.landed(use(account, limit, ann, shop, 400_000));

            assertEquals(Array.empty(), built.single().fee().rents());
            assertEquals(Option.some(BaseUnits.of(400_005)), fixture.ledger.tokensOf(shop, mint));
            assertEquals(Option.some(BaseUnits.of(600_000)), fixture.ledger.tokensOf(account, mint));
            assertEquals(
                    Array.of(BaseUnits.of(200_000)),
                    fixture.limits(account).map(view -> view.window().remaining()));
        }

        @Test
        void createsAMissingTokenAccountOfTheReceiver() {
            TransactionPlan built = fixture.landed(use(account, limit, ann, shop, 400_000));

            assertEquals(
                    Array.of(new FeeQuote.Rent(
                            NewStorage.Kind.TOKEN_ACCOUNT,
                            TestLedger.tokenAccount(shop, mint),
                            BaseUnits.of(2_039_280),
                            ann,
                            Option.none())),
                    built.single().fee().rents());
            assertEquals(Option.some(BaseUnits.of(400_000)), fixture.ledger.tokensOf(shop, mint));
        }

        @Test
        void toATokenAccountOrAMintNeedsAnAcknowledgement() {
            Address other = fixture.key("other mint");
            fixture.ledger.mint(other, 0);
            fixture.ledger.tokens(shop, mint, 5);
            fixture.ledger.tokens(shop, other, 5);

            for (Address stranding : Array.of(
                    TestLedger.tokenAccount(shop, mint), TestLedger.tokenAccount(shop, other), mint, other)) {
                assertEquals(
                        EngineFixture.unusable(0, stranding),
                        fixture.refusal(use(account, limit, ann, stranding, 1)));
            }
        }

        @Test
        void isRefusedWhereTheVaultHasNoAccountForThem() {
            Address poor = fixture.account(NewAccount.of(1, ann));
            Address unfunded = fixture.limit(
                    poor, fixture.limitTerms("unfunded", new Token.Mint(mint), 600_000, ann), byVoteOf(ann));

            assertEquals(
                    new BuildRefusal.NotCovered(
                            TestLedger.tokenAccount(poor, mint), BaseUnits.ZERO, BaseUnits.of(1)),
                    fixture.refusal(use(poor, unfunded, ann, shop, 1)));
        }

        @Test
        void aboveTheVaultsBalanceIsRefused() {
            Address wide = fixture.limit(account, fixture.limitTerms("wide", new Token.Mint(mint), 9_000_000, ann), byVoteOf(ann));

            assertEquals(
                    new BuildRefusal.NotCovered(
                            TestLedger.tokenAccount(account, mint), BaseUnits.of(1_000_000), BaseUnits.of(1_000_001)),
                    fixture.refusal(use(account, wide, ann, shop, 1_000_001)));
            fixture.lands(use(account, wide, ann, shop, 1_000_000));
        }

        @Test
        void createsATokenAccountDespiteLamportsSentAhead() {
            Address receiving = TestLedger.tokenAccount(shop, mint);
            fixture.ledger.fund(receiving, 1_000_000);

            TransactionPlan built = fixture.builds(use(account, limit, ann, shop, 400_000));

            assertEquals(
                    Array.of(receiving), built.single().fee().rents().map(FeeQuote.Rent::account));
        }

        @Test
        void aboveTheRemainderIsRefused() {
            assertEquals(
                    notSpent(new SpendingRefusal.Exceeded(
                            BaseUnits.of(600_001), BaseUnits.of(600_000), Option.some(EngineFixture.START))),
                    fixture.refusal(use(account, limit, ann, shop, 600_001)));
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

    private static BuildRequest use(Address account, Address limit, Address signer, Address to, long amount) {
        return new BuildRequest.UseLimit(account, limit, signer, to, BaseUnits.of(amount), BuildOptions.DEFAULT);
    }

    private static String name(BuildRefusal refusal) {
        return refusal instanceof BuildRefusal.Forbidden(Refusal.NotSpent(var why))
                ? why.getClass().getSimpleName()
                : refusal.getClass().getSimpleName();
    }

    private static BuildRefusal notSpent(SpendingRefusal why) {
        return new BuildRefusal.Forbidden(new Refusal.NotSpent(why));
    }
}
