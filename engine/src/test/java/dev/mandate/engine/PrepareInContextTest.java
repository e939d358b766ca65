package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.prepare;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.spi.policy.NonceAccounts;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What can stand around the instructions that are prepared. */
class PrepareInContextTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address shop = fixture.person("shop");
    private final Address account = fixture.account(NewAccount.of(2, ann, bob));

    @Nested
    class WithALookupTable {

        private final Address mint = token(700);
        private final LookupTable table = fixture.ledger.table(
                fixture.key("table"),
                SystemProgram.ID,
                TokenProgram.TOKEN.id(),
                AssociatedTokenProgram.ID,
                mint,
                TestLedger.tokenAccount(account, mint),
                TestLedger.tokenAccount(shop, mint),
                shop);

        @Test
        void theTransactionIsShorterAndLands() {
            int without = EngineFixture.bytes(fixture.builds(prepare(account, tokenTransfer(mint, 300), ann, bob)));

            TransactionPlan built = fixture.landed(prepare(account, tokenTransferBy(table), ann, bob));

            assertEquals(Option.some(BaseUnits.of(300)), fixture.ledger.tokensOf(shop, mint));
            assertTrue(EngineFixture.bytes(built) < without - 150);
        }

        @Test
        void theTableIsNeededAgainAtExecution() {
            Address locked = fixture.account(NewAccount.of(1, ann).lockedFor(60));
            fixture.ledger.tokens(locked, mint, 500);
            Bytes transfer = ClientTransactions.transaction(
                    locked,
                    table,
                    TokenProgram.TOKEN.transferChecked(
                            TestLedger.tokenAccount(locked, mint),
                            mint,
                            TestLedger.tokenAccount(shop, mint),
                            locked,
                            BaseUnits.of(200),
                            6));
            fixture.ledger.tokens(shop, mint, 0);
            fixture.lands(prepare(locked, transfer, ann));
            fixture.pass(60);

            TransactionPlan executed = fixture.landed(EngineFixture.execute(locked, 1, ann));

            assertEquals(Option.some(BaseUnits.of(200)), fixture.ledger.tokensOf(shop, mint));
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
        void approvalIsRefusedForMissingTableEntries() {
            fixture.ledger.tokens(shop, mint, 0);
            fixture.lands(new BuildRequest.Propose(
                    account, new Proposable.Transaction(tokenTransferBy(table)), ann, BuildOptions.DEFAULT));
            LookupTable shorter = fixture.ledger.table(table.table(), SystemProgram.ID);
            assertEquals(table.table(), shorter.table());

            assertInstanceOf(
                    LayoutProblem.MissingEntry.class,
                    ((BuildRefusal.UnexpectedAccount) fixture.refusal(EngineFixture.votes(account, 1, Vote.APPROVE, ann))).problem());
            assertEquals(
                    new BuildRefusal.UnexpectedAccount(table.table(), new LayoutProblem.MissingEntry(table.table(), 5, 1)),
                    fixture.refusal(prepare(account, tokenTransferBy(table), ann, bob)));
            fixture.lands(EngineFixture.votes(account, 1, Vote.REJECT, ann));
        }

        @Test
        void aTableThatIsNotThereIsNamed() {
            LookupTable missing = new LookupTable(fixture.key("missing"), Array.of(mint, shop));

            assertEquals(
                    new BuildRefusal.TableMissing(missing.table()),
                    fixture.refusal(prepare(account, tokenTransferBy(missing), ann, bob)));
        }

        private Bytes tokenTransferBy(LookupTable lookup) {
            return ClientTransactions.transaction(account, lookup, makeAndTransfer(mint, 300));
        }
    }

    @Nested
    class ComputeBudgets {

        private final Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL));
        private final Bytes withBudget = ClientTransactions.transaction(
                account,
                ComputeBudgetProgram.setComputeUnitLimit(200_000),
                ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(50_000)),
                transfer);

        @Test
        void moveToTheOuterTransaction() {
            BaseUnits rentWithout = fixture.builds(prepare(account, ClientTransactions.transaction(account, transfer), ann, bob))
                    .single().fee()
                    .rent();

            TransactionPlan built = fixture.landed(prepare(account, withBudget, ann, bob));

            assertEquals(5 + 3, EngineFixture.instructions(built));
            assertEquals(rentWithout, built.single().fee().rent(), "nothing of the budget is in the stored transaction");
        }

        /** 10,000,000 lamports, whoever pays, of the options and of what was given. */
        @Test
        void payNoMoreToBePreferredThanTheHostAllows() {
            BaseUnits most = BaseUnits.of(10_000_000);
            ComputeBudget greedy = ComputeBudget.of(1_000_000, BaseUnits.of(10_000_001));
            Bytes given = ClientTransactions.transaction(
                    account,
                    ComputeBudgetProgram.setComputeUnitLimit(1_000_000),
                    ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_001)),
                    transfer);
            for (BuildRequest request : Array.of(
                    prepare(account, given, ann, bob),
                    new BuildRequest.Prepare(
                            account,
                            ClientTransactions.transaction(account, transfer),
                            Array.of(ann, bob),
                            BuildOptions.DEFAULT.withComputeBudget(greedy)),
                    new BuildRequest.Propose(account, new Proposable.Transaction(given), ann, BuildOptions.DEFAULT))) {
                assertEquals(
                        new BuildRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.of(10_000_001), most)), fixture.refusal(request));
            }
            fixture.allows(new BuildRequest.Prepare(
                    account,
                    ClientTransactions.transaction(account, transfer),
                    Array.of(ann, bob),
                    BuildOptions.DEFAULT.withComputeBudget(ComputeBudget.of(1_000_000, BaseUnits.of(10_000_000)))));
        }

        @Test
        void areQuotedAsPriorityFee() {
            FeeQuote fee = fixture.landed(prepare(account, withBudget, ann, bob)).single().fee();

            assertEquals(BaseUnits.of(10_000), fee.priority());
            assertEquals(BaseUnits.of(2 * EngineFixture.SIGNATURE_FEE), fee.signatures());
        }

        @Test
        void giveWayToThatOfTheOptions() {
            BuildOptions options =
                    BuildOptions.DEFAULT.withComputeBudget(ComputeBudget.of(300_000, BaseUnits.of(10)));

            TransactionPlan built = fixture.landed(
                    new BuildRequest.Prepare(account, withBudget, Array.of(ann, bob), options));

            assertEquals(5 + 3, EngineFixture.instructions(built));
            assertEquals(BaseUnits.of(3), built.single().fee().priority());
        }

        @Test
        void aloneAreNothingToPrepare() {
            Bytes budgetAlone = ClientTransactions.transaction(ann, ComputeBudgetProgram.setComputeUnitLimit(1_000));

            assertEquals(
                    new BuildRefusal.NothingToPrepare(), fixture.refusal(prepare(account, budgetAlone, ann, bob)));
        }
    }

    @Nested
    class WithADurableNonce {

        private final Address nonce = fixture.ledger.nonce(fixture.key("nonce"), ann);
        private final BuildOptions options = BuildOptions.DEFAULT.withNonce(nonce);

        @Test
        void itLandsDaysLater() {
            TransactionPlan built = fixture.builds(request());

            fixture.pass(86_400 * 3);

            fixture.land(built);
            assertEquals(4 * EngineFixture.SOL, fixture.ledger.lamports(account));
        }

        @Test
        void theNoncesAuthoritySigns() {
            Address keeper = fixture.person("keeper");
            Address kept = fixture.ledger.nonce(fixture.key("kept"), keeper);

            TransactionPlan built = fixture.landed(new BuildRequest.Prepare(
                    account,
                    ClientTransactions.transfer(account, shop, EngineFixture.SOL),
                    Array.of(ann, bob),
                    BuildOptions.DEFAULT.withNonce(kept)));

            assertEquals(
                    Array.of(ann, bob, keeper).toSet(),
                    built.single().unsigned().signers().toSet());
        }

        @Test
        void itIsUsedUpOnce() {
            TransactionPlan first = fixture.builds(request());
            fixture.lands(new BuildRequest.Prepare(
                    account, ClientTransactions.transfer(account, shop, 1), Array.of(ann, bob), options));

            assertTrue(fixture.submit(account, fixture.signed(first)).isLeft());
        }

        @Test
        void anAccountThatIsNotANonceIsNamed() {
            fixture.ledger.list(shop);
            assertInstanceOf(BuildRefusal.UnexpectedAccount.class, fixture.refusal(new BuildRequest.Prepare(
                                    account,
                                    ClientTransactions.transfer(account, shop, 1),
                                    Array.of(ann, bob),
                                    BuildOptions.DEFAULT.withNonce(shop))));
        }

        @Test
        void oneThatTheHostDoesNotListIsRefused() {
            Custody strict = EngineFixture.engine(fixture.chain(), fixture.journal());

            assertEquals(Either.left(new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))), strict.build(request()));
        }

        @Test
        void aTransactionIsSubmittedOnlyIfTheHostListsItsNonce() {
            Bytes signed = fixture.signed(fixture.builds(request()));
            Address other = fixture.account(NewAccount.of(1, ann));
            for (NonceAccounts nonces : Array.of(
                    NonceAccounts.NONE, (NonceAccounts) of -> of.equals(other) ? Set.of(nonce) : Set.of())) {
                Custody strict = EngineFixture.engine(fixture.chain(), fixture.journal(), nonces);
                assertEquals(
                        Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))),
                        strict.submit(account, signed, Array.empty(), new Retry.Unnamed()));
            }
            assertTrue(fixture.submit(account, signed).isRight());
        }

        @Test
        void noneIsAdvancedBehindAnotherInstruction() {
            Instruction proposal = SquadsV4Program.PUBLIC.encode(
                    fixture.custody.account(account).get().ref(), new Operation.CreateProposal(ann, ann, 1));

            assertEquals(
                    Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(1, nonce))),
                    fixture.submit(
                            account, fixture.signedBesides(ann, proposal, SystemProgram.advanceNonce(nonce, ann))));
        }

        private BuildRequest request() {
            return new BuildRequest.Prepare(
                    account, ClientTransactions.transfer(account, shop, EngineFixture.SOL), Array.of(ann, bob), options);
        }
    }

    private Address token(long amount) {
        Address mint = fixture.key("mint");
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(account, mint, amount);
        return mint;
    }

    private Bytes tokenTransfer(Address mint, long amount) {
        return ClientTransactions.transaction(account, makeAndTransfer(mint, amount));
    }

    private Instruction[] makeAndTransfer(Address mint, long amount) {
        return new Instruction[] {
            AssociatedTokenProgram.createIdempotent(account, shop, mint, TokenProgram.TOKEN),
            TokenProgram.TOKEN.transferChecked(
                    TestLedger.tokenAccount(account, mint),
                    mint,
                    TestLedger.tokenAccount(shop, mint),
                    account,
                    BaseUnits.of(amount),
                    6)
        };
    }
}
