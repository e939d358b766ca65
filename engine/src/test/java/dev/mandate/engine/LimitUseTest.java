package dev.mandate.engine;

import static dev.mandate.engine.Scene.byVoteOf;
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
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.LimitView;
import dev.mandate.ports.custody.Phase;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.program.NewRoom;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LimitUseTest {

    private static final Token SOL = new Token.Sol();

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address shop = scene.person("shop");

    @Nested
    class UsingSol {

        private final Address account = scene.account(Founding.of(2, ann, bob).lockedFor(86_400));
        private final Address limit = limitFor(ann, shop);

        @Test
        void movesItAtOnceAlthoughThereIsATimeLock() {
            long before = scene.ledger.lamports(bob);

            TransactionPlan built = scene.landed(use(account, limit, ann, bob, 3_000_000));

            assertEquals(new Phase.Complete(), built.phase());
            assertEquals(Array.of(ann), built.single().unsigned().signers());
            assertEquals(5 * Scene.SOL - 3_000_000, scene.ledger.lamports(account));
            assertEquals(before + 3_000_000, scene.ledger.lamports(bob));
            assertEquals(
                    Array.of(BaseUnits.of(2_000_000)),
                    scene.limits(account).map(view -> view.window().remaining()));
        }

        @Test
        void isOpenToWhoIsNoSignerOfTheAccount() {
            long before = scene.ledger.lamports(bob);

            scene.lands(use(account, limit, shop, bob, 1_000_000));

            assertEquals(before + 1_000_000, scene.ledger.lamports(bob));
        }

        @Test
        void isRefusedWhereItWouldMoveNothing() {
            assertEquals(
                    new BuildRefusal.Unwise(new Warning.SpendsNothing(limit)),
                    scene.refusal(use(account, limit, ann, bob, 0)));
        }

        @Test
        void isRefusedToStrangers() {
            assertEquals(
                    notSpent(new SpendingRefusal.NotEntitled(bob, Array.of(ann, shop).sorted())),
                    scene.refusal(use(account, limit, bob, shop, 1)));
        }

        @Test
        void beyondWhatIsLeftIsRefusedWithTheMomentOfTheNextWindow() {
            scene.lands(use(account, limit, ann, bob, 4_000_000));
            Window window = scene.limits(account).head().window();

            assertEquals(
                    notSpent(new SpendingRefusal.Exceeded(
                            BaseUnits.of(1_000_001),
                            BaseUnits.of(1_000_000),
                            Option.some(window.start().plusSeconds(86_401)))),
                    scene.refusal(use(account, limit, ann, bob, 1_000_001)));
        }

        @Test
        void startsAgainAfterThePeriod() {
            scene.lands(use(account, limit, ann, bob, 5_000_000));

            scene.pass(86_401);

            scene.lands(use(account, limit, ann, bob, 5_000_000));
            assertEquals(5 * Scene.SOL - 10_000_000, scene.ledger.lamports(account));
        }

        @Test
        void goesToTheDestinationsAloneWhereThereAreSome() {
            Address open = scene.account(Founding.of(1, ann));
            LimitTerms terms = terms("narrow", 5_000_000, Array.of(ann), Array.of(shop));
            Address narrow = scene.limit(open, terms, byVoteOf(ann));

            assertEquals(
                    notSpent(new SpendingRefusal.DestinationNotAllowed(bob, Array.of(shop))),
                    scene.refusal(use(open, narrow, ann, bob, 1_000_000)));
            scene.lands(use(open, narrow, ann, shop, 1_000_000));
        }

        @Test
        void spendsFromTheVaultThatTheLimitNames() {
            Address open = scene.account(Founding.of(1, ann));
            Address secondVault =
                    SquadsV4Program.PUBLIC.vaultAddress(scene.custody.account(open).get().ref(), 1);
            scene.ledger.fund(secondVault, Scene.SOL);
            LimitTerms terms = scene.limitTerms("second", SOL, Scene.SOL, ann).withVault(1);
            Address second = scene.limit(open, terms, byVoteOf(ann));

            scene.lands(use(open, second, ann, bob, Scene.SOL));

            assertEquals(0, scene.ledger.lamports(secondVault));
            assertEquals(5 * Scene.SOL, scene.ledger.lamports(open));
        }

        @Test
        void beyondWhatTheVaultHoldsIsRefused() {
            Address open = scene.account(Founding.of(1, ann));
            Address wide = scene.limit(open, terms("wide", 9 * Scene.SOL, ann), byVoteOf(ann));

            assertEquals(
                    new BuildRefusal.NotCovered(
                            open, BaseUnits.of(5 * Scene.SOL), BaseUnits.of(5 * Scene.SOL + 1)),
                    scene.refusal(use(open, wide, ann, bob, 5 * Scene.SOL + 1)));
            scene.lands(use(open, wide, ann, bob, 5 * Scene.SOL));
        }

        @Test
        void thatWouldLeaveLessThanTheRentMinimumIsRefused() {
            Address open = scene.account(Founding.of(1, ann));
            Address wide = scene.limit(open, terms("wide", 9 * Scene.SOL, ann), byVoteOf(ann));
            BaseUnits minimum = scene.chain().rentExemptMinimum(0).get();

            assertEquals(
                    new BuildRefusal.BelowRentMinimum(open, BaseUnits.of(minimum.bits() - 1), minimum),
                    scene.refusal(use(open, wide, ann, bob, 5 * Scene.SOL - minimum.bits() + 1)));
            assertEquals(
                    new BuildRefusal.BelowRentMinimum(open, BaseUnits.of(1), minimum),
                    scene.refusal(use(open, wide, ann, bob, 5 * Scene.SOL - 1)));
            scene.lands(use(open, wide, ann, bob, 5 * Scene.SOL - minimum.bits()));
        }

        @Test
        void thatWouldMakeAReceiverOfLessThanTheRentMinimumIsRefused() {
            Address newcomer = scene.key("newcomer");
            BaseUnits minimum = scene.chain().rentExemptMinimum(0).get();

            assertEquals(
                    new BuildRefusal.BelowRentMinimum(newcomer, BaseUnits.of(minimum.bits() - 1), minimum),
                    scene.refusal(use(account, limit, ann, newcomer, minimum.bits() - 1)));
            scene.lands(use(account, limit, ann, newcomer, minimum.bits()));
            scene.lands(use(account, limit, ann, newcomer, 1));
        }

        @Test
        void ofALimitThatIsNotThereIsRefused() {
            Address nowhere = scene.key("nowhere");

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoLimit(nowhere)),
                    scene.refusal(use(account, nowhere, ann, bob, 1)));
            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoLimit(shop)),
                    scene.refusal(use(account, shop, ann, bob, 1)));
            Address settings = scene.custody.account(account).get().ref().settings();
            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoLimit(settings)),
                    scene.refusal(use(account, settings, ann, bob, 1)));
        }

        @Test
        void thatBreaksSeveralRulesIsToldOfEach() {
            BuildRefusal refused = scene.refusal(new BuildRequest.UseLimit(
                    account, limit, bob, shop, BaseUnits.MAX, BuildOptions.DEFAULT.paidBy(account)));

            assertEquals(
                    Array.of("NotEntitled", "Exceeded"),
                    refused.each().map(LimitUseTest::name));
        }

        @Test
        void ofAnotherAccountsLimitIsRefused() {
            Address other = scene.account(Founding.of(1, ann));

            assertEquals(
                    new BuildRefusal.Forbidden(new Refusal.NoLimit(limit)),
                    scene.refusal(use(other, limit, ann, bob, 1)));
        }

        @Test
        void findsWhatAnotherClientMade() {
            Address other = scene.limit(
                    account, terms("of another client", 9_000_000, ann), scene.otherClient(account), byVoteOf(ann, bob));
            scene.pass(86_400);
            scene.lands(Scene.execute(account, 2, ann));

            assertEquals(Array.of(limit, other).sorted(), scene.limits(account).map(LimitView::limit));
            scene.lands(use(account, other, ann, bob, 9_000_000));
        }

        private Address limitFor(Address... signers) {
            Address made = scene.limit(account, terms("limit", 5_000_000, signers), byVoteOf(ann, bob));
            scene.pass(86_400);
            scene.lands(Scene.execute(account, 1, ann));
            return made;
        }
    }

    @Nested
    class UsingTokens {

        private final Address mint = scene.key("mint");
        private final Address account = scene.account(Founding.of(1, ann));
        private final Address limit;

        UsingTokens() {
            scene.ledger.mint(mint, 6);
            scene.ledger.tokens(account, mint, 1_000_000);
            limit = scene.limit(
                    account, scene.limitTerms("limit", new Token.Mint(mint), 600_000, ann), byVoteOf(ann));
        }

        @Test
        void movesThemToAReceiverWhoHasAnAccountForThem() {
            scene.ledger.tokens(shop, mint, 5);

            TransactionPlan built = scene.landed(use(account, limit, ann, shop, 400_000));

            assertEquals(Array.empty(), built.single().fee().rents());
            assertEquals(Option.some(BaseUnits.of(400_005)), scene.ledger.tokensOf(shop, mint));
            assertEquals(Option.some(BaseUnits.of(600_000)), scene.ledger.tokensOf(account, mint));
            assertEquals(
                    Array.of(BaseUnits.of(200_000)),
                    scene.limits(account).map(view -> view.window().remaining()));
        }

        @Test
        void makesTheAccountOfAReceiverWhoHasNone() {
            TransactionPlan built = scene.landed(use(account, limit, ann, shop, 400_000));

            assertEquals(
                    Array.of(new FeeQuote.Rent(
                            NewRoom.Kind.TOKEN_ACCOUNT,
                            Ledger.tokenAccount(shop, mint),
                            BaseUnits.of(2_039_280),
                            ann,
                            Option.none())),
                    built.single().fee().rents());
            assertEquals(Option.some(BaseUnits.of(400_000)), scene.ledger.tokensOf(shop, mint));
        }

        @Test
        void isRefusedToATokenAccountOrAMintWhichCouldNotReachThem() {
            Address other = scene.key("other mint");
            scene.ledger.mint(other, 0);
            scene.ledger.tokens(shop, mint, 5);
            scene.ledger.tokens(shop, other, 5);

            for (Address stranding : Array.of(
                    Ledger.tokenAccount(shop, mint), Ledger.tokenAccount(shop, other), mint, other)) {
                assertEquals(
                        new BuildRefusal.DestinationHoldsTokens(stranding),
                        scene.refusal(use(account, limit, ann, stranding, 1)));
            }
        }

        @Test
        void isRefusedWhereTheVaultHasNoAccountForThem() {
            Address poor = scene.account(Founding.of(1, ann));
            Address unfunded = scene.limit(
                    poor, scene.limitTerms("unfunded", new Token.Mint(mint), 600_000, ann), byVoteOf(ann));

            assertEquals(
                    new BuildRefusal.NotCovered(
                            Ledger.tokenAccount(poor, mint), BaseUnits.ZERO, BaseUnits.of(1)),
                    scene.refusal(use(poor, unfunded, ann, shop, 1)));
        }

        @Test
        void beyondWhatTheVaultHoldsIsRefused() {
            Address wide = scene.limit(account, scene.limitTerms("wide", new Token.Mint(mint), 9_000_000, ann), byVoteOf(ann));

            assertEquals(
                    new BuildRefusal.NotCovered(
                            Ledger.tokenAccount(account, mint), BaseUnits.of(1_000_000), BaseUnits.of(1_000_001)),
                    scene.refusal(use(account, wide, ann, shop, 1_000_001)));
            scene.lands(use(account, wide, ann, shop, 1_000_000));
        }

        @Test
        void makesTheAccountWhereSomebodySentLamportsBefore() {
            Address receiving = Ledger.tokenAccount(shop, mint);
            scene.ledger.fund(receiving, 1_000_000);

            TransactionPlan built = scene.builds(use(account, limit, ann, shop, 400_000));

            assertEquals(
                    Array.of(receiving), built.single().fee().rents().map(FeeQuote.Rent::account));
        }

        @Test
        void beyondWhatIsLeftIsRefused() {
            assertEquals(
                    notSpent(new SpendingRefusal.Exceeded(
                            BaseUnits.of(600_001), BaseUnits.of(600_000), Option.some(Scene.START))),
                    scene.refusal(use(account, limit, ann, shop, 600_001)));
        }
    }

    private LimitTerms terms(String createKey, long amount, Address... signers) {
        return scene.limitTerms(createKey, SOL, amount, signers);
    }

    private LimitTerms terms(
            String createKey, long amount, Array<Address> signers, Array<Address> destinations) {
        return LimitTerms.of(scene.key(createKey), SOL, BaseUnits.of(amount), Period.MONTH, signers)
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
