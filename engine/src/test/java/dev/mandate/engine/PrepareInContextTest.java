package dev.mandate.engine;

import static dev.mandate.engine.Scene.prepare;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.NonceAccounts;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.program.ComputeBudget;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What can stand around the instructions that are prepared. */
class PrepareInContextTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address shop = scene.person("shop");
    private final Address account = scene.account(Founding.of(2, ann, bob));

    @Nested
    class WithALookupTable {

        private final Address mint = token(700);
        private final LookupTable table = scene.ledger.table(
                scene.key("table"),
                SystemProgram.ID,
                TokenProgram.TOKEN.id(),
                AssociatedTokenProgram.ID,
                mint,
                Ledger.tokenAccount(account, mint),
                Ledger.tokenAccount(shop, mint),
                shop);

        @Test
        void theTransactionIsShorterAndLands() {
            int without = Scene.bytes(scene.builds(prepare(account, tokenTransfer(mint, 300), ann, bob)));

            TransactionPlan built = scene.landed(prepare(account, tokenTransferBy(table), ann, bob));

            assertEquals(Option.some(BaseUnits.of(300)), scene.ledger.tokensOf(shop, mint));
            assertTrue(Scene.bytes(built) < without - 150);
        }

        @Test
        void theTableIsNeededAgainAtExecution() {
            Address locked = scene.account(Founding.of(1, ann).lockedFor(60));
            scene.ledger.tokens(locked, mint, 500);
            Bytes transfer = Client.transaction(
                    locked,
                    table,
                    TokenProgram.TOKEN.transferChecked(
                            Ledger.tokenAccount(locked, mint),
                            mint,
                            Ledger.tokenAccount(shop, mint),
                            locked,
                            BaseUnits.of(200),
                            6));
            scene.ledger.tokens(shop, mint, 0);
            scene.lands(prepare(locked, transfer, ann));
            scene.pass(60);

            TransactionPlan executed = scene.landed(Scene.execute(locked, 1, ann));

            assertEquals(Option.some(BaseUnits.of(200)), scene.ledger.tokensOf(shop, mint));
            assertEquals(
                    Array.of(table.table()),
                    Array.ofAll(WireTransaction.parse(executed.single().unsigned().transaction())
                                    .get()
                                    .message()
                                    .lookups())
                            .map(lookup -> lookup.table()));
        }

        /** Whoever owns the table could write into it after the vote whom the money goes to. */
        @Test
        void nobodyApprovesWhatTheTableDoesNotHoldYet() {
            scene.ledger.tokens(shop, mint, 0);
            scene.lands(new BuildRequest.Propose(
                    account, new Proposable.Transaction(tokenTransferBy(table)), ann, BuildOptions.DEFAULT));
            LookupTable shorter = scene.ledger.table(table.table(), SystemProgram.ID);
            assertEquals(table.table(), shorter.table());

            assertInstanceOf(
                    BuildRefusal.UnexpectedAccount.class, scene.refusal(Scene.votes(account, 1, Vote.APPROVE, ann)));
            scene.lands(Scene.votes(account, 1, Vote.REJECT, ann));
        }

        @Test
        void aTableThatIsNotThereIsNamed() {
            LookupTable missing = new LookupTable(scene.key("missing"), Array.of(mint, shop));

            assertEquals(
                    new BuildRefusal.NotOnChain(missing.table()),
                    scene.refusal(prepare(account, tokenTransferBy(missing), ann, bob)));
        }

        private Bytes tokenTransferBy(LookupTable lookup) {
            return Client.transaction(account, lookup, makeAndTransfer(mint, 300));
        }
    }

    @Nested
    class ComputeBudgets {

        private final Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(Scene.SOL));
        private final Bytes withBudget = Client.transaction(
                account,
                ComputeBudgetProgram.setComputeUnitLimit(200_000),
                ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(50_000)),
                transfer);

        @Test
        void moveToTheOuterTransaction() {
            BaseUnits rentWithout = scene.builds(prepare(account, Client.transaction(account, transfer), ann, bob))
                    .single().fee()
                    .rent();

            TransactionPlan built = scene.landed(prepare(account, withBudget, ann, bob));

            assertEquals(5 + 2, Scene.instructions(built));
            assertEquals(rentWithout, built.single().fee().rent(), "nothing of the budget is in the stored transaction");
        }

        /** 10,000,000 lamports, whoever pays, of the options and of what was given. */
        @Test
        void payNoMoreToBePreferredThanTheHostAllows() {
            BaseUnits most = BaseUnits.of(10_000_000);
            ComputeBudget greedy = new ComputeBudget(1_000_000, BaseUnits.of(10_000_001));
            Bytes given = Client.transaction(
                    account,
                    ComputeBudgetProgram.setComputeUnitLimit(1_000_000),
                    ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_001)),
                    transfer);
            for (BuildRequest request : Array.of(
                    prepare(account, given, ann, bob),
                    new BuildRequest.Prepare(
                            account,
                            Client.transaction(account, transfer),
                            Array.of(ann, bob),
                            BuildOptions.DEFAULT.withComputeBudget(greedy)),
                    new BuildRequest.Propose(account, new Proposable.Transaction(given), ann, BuildOptions.DEFAULT))) {
                assertEquals(
                        new BuildRefusal.PriorityFeeTooHigh(BaseUnits.of(10_000_001), most), scene.refusal(request));
            }
            scene.allows(new BuildRequest.Prepare(
                    account,
                    Client.transaction(account, transfer),
                    Array.of(ann, bob),
                    BuildOptions.DEFAULT.withComputeBudget(new ComputeBudget(1_000_000, BaseUnits.of(10_000_000)))));
        }

        @Test
        void areNotSubmittedAboveThatEither() {
            Bytes greedy = scene.signed(Client.transaction(
                    ann,
                    ComputeBudgetProgram.setComputeUnitLimit(1_000_000),
                    ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_001)),
                    SystemProgram.transfer(ann, shop, BaseUnits.of(1))));

            assertEquals(
                    Either.left(new SubmitRefusal.PriorityFeeTooHigh(
                            BaseUnits.of(10_000_001), BaseUnits.of(10_000_000))),
                    scene.custody.submit(greedy));
        }

        @Test
        void areQuotedAsPriorityFee() {
            FeeQuote fee = scene.landed(prepare(account, withBudget, ann, bob)).single().fee();

            assertEquals(BaseUnits.of(10_000), fee.priority());
            assertEquals(BaseUnits.of(2 * Scene.SIGNATURE_FEE), fee.signatures());
        }

        @Test
        void giveWayToThatOfTheOptions() {
            BuildOptions options =
                    BuildOptions.DEFAULT.withComputeBudget(new ComputeBudget(300_000, BaseUnits.of(10)));

            TransactionPlan built = scene.landed(
                    new BuildRequest.Prepare(account, withBudget, Array.of(ann, bob), options));

            assertEquals(5 + 2, Scene.instructions(built));
            assertEquals(BaseUnits.of(3), built.single().fee().priority());
        }

        @Test
        void areNothingToPrepareByThemselves() {
            Bytes budgetAlone = Client.transaction(ann, ComputeBudgetProgram.setComputeUnitLimit(1_000));

            assertEquals(
                    new BuildRefusal.NothingToPrepare(), scene.refusal(prepare(account, budgetAlone, ann, bob)));
        }
    }

    @Nested
    class WithADurableNonce {

        private final Address nonce = scene.ledger.nonce(scene.key("nonce"), ann);
        private final BuildOptions options = BuildOptions.DEFAULT.withNonce(nonce);

        @Test
        void itLandsDaysLater() {
            TransactionPlan built = scene.builds(request());

            scene.pass(86_400 * 3);

            scene.land(built);
            assertEquals(4 * Scene.SOL, scene.ledger.lamports(account));
        }

        @Test
        void theNoncesAuthoritySigns() {
            Address keeper = scene.person("keeper");
            Address kept = scene.ledger.nonce(scene.key("kept"), keeper);

            TransactionPlan built = scene.landed(new BuildRequest.Prepare(
                    account,
                    Client.transfer(account, shop, Scene.SOL),
                    Array.of(ann, bob),
                    BuildOptions.DEFAULT.withNonce(kept)));

            assertEquals(
                    Array.of(ann, bob, keeper).toSet(),
                    built.single().unsigned().signers().toSet());
        }

        @Test
        void itIsUsedUpOnce() {
            TransactionPlan first = scene.builds(request());
            scene.lands(new BuildRequest.Prepare(
                    account, Client.transfer(account, shop, 1), Array.of(ann, bob), options));

            assertTrue(scene.custody.submit(scene.signed(first)).isLeft());
        }

        @Test
        void whatIsNoNonceIsNamed() {
            scene.ledger.list(shop);
            assertInstanceOf(BuildRefusal.UnexpectedAccount.class, scene.refusal(new BuildRequest.Prepare(
                                    account,
                                    Client.transfer(account, shop, 1),
                                    Array.of(ann, bob),
                                    BuildOptions.DEFAULT.withNonce(shop))));
        }

        @Test
        void oneThatTheHostDoesNotListIsRefused() {
            Custody strict = Scene.engine(scene.chain(), scene.journal());

            assertEquals(Either.left(new BuildRefusal.NonceNotAllowed(nonce)), strict.build(request()));
        }

        @Test
        void whatLivesByOneIsSubmittedOnlyWhereTheHostListsItForTheAccount() {
            Bytes signed = scene.signed(scene.builds(request()));
            Address other = scene.account(Founding.of(1, ann));
            for (NonceAccounts nonces : Array.of(
                    NonceAccounts.NONE, (NonceAccounts) of -> of.equals(other) ? HashSet.of(nonce) : HashSet.empty())) {
                Custody strict = Scene.engine(scene.chain(), scene.journal(), nonces);
                assertEquals(Either.left(new SubmitRefusal.NonceNotAllowed(nonce)), strict.submit(signed));
            }
            assertTrue(scene.custody.submit(signed).isRight());
        }

        private BuildRequest request() {
            return new BuildRequest.Prepare(
                    account, Client.transfer(account, shop, Scene.SOL), Array.of(ann, bob), options);
        }
    }

    private Address token(long amount) {
        Address mint = scene.key("mint");
        scene.ledger.mint(mint, 6);
        scene.ledger.tokens(account, mint, amount);
        return mint;
    }

    private Bytes tokenTransfer(Address mint, long amount) {
        return Client.transaction(account, makeAndTransfer(mint, amount));
    }

    private Instruction[] makeAndTransfer(Address mint, long amount) {
        return new Instruction[] {
            AssociatedTokenProgram.createIdempotent(account, shop, mint, TokenProgram.TOKEN),
            TokenProgram.TOKEN.transferChecked(
                    Ledger.tokenAccount(account, mint),
                    mint,
                    Ledger.tokenAccount(shop, mint),
                    account,
                    BaseUnits.of(amount),
                    6)
        };
    }
}
