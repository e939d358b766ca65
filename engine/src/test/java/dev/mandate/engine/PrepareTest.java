package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.prepare;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PrepareTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");
    private final Address payer = fixture.person("payer");
    private final Address shop = fixture.person("shop");
    private final Address account = fixture.account(NewAccount.of(2, ann, bob, cem));

    @Test
    void aTransferOfSolHappensInOneTransaction() {
        long before = fixture.ledger.lamports(shop);

        TransactionPlan built =
                fixture.landed(prepare(account, ClientTransactions.transfer(account, shop, EngineFixture.SOL), cem, bob, ann));

        assertEquals(new Phase.Complete(), built.phase());
        assertEquals(Option.some(1L), built.index());
        assertEquals(Array.of(cem, bob), built.single().unsigned().signers());
        assertEquals(before + EngineFixture.SOL, fixture.ledger.lamports(shop));
        assertEquals(4 * EngineFixture.SOL, fixture.ledger.lamports(account));
    }

    @Test
    void theRentIsFoundOnTheChainToTheLamport() {
        TransactionPlan built = fixture.landed(prepare(account, ClientTransactions.transfer(account, shop, 1_000_000), ann, bob));

        assertEquals(BaseUnits.of(5_811_600), built.single().fee().rent());
        assertEquals(BaseUnits.of(2 * EngineFixture.SIGNATURE_FEE), built.single().fee().networkFee());
    }

    @Test
    void tokensMoveAndTheReceiversAccountIsMade() {
        Address mint = token(700);

        fixture.lands(prepare(account, tokenTransfer(mint, 300), ann, bob));

        assertEquals(Option.some(BaseUnits.of(300)), fixture.ledger.tokensOf(shop, mint));
        assertEquals(Option.some(BaseUnits.of(400)), fixture.ledger.tokensOf(account, mint));
    }

    @Test
    void aSignerMaySignInsideForThemselvesAsWell() {
        Bytes both = ClientTransactions.transaction(
                account,
                SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL)),
                SystemProgram.transfer(bob, shop, BaseUnits.of(EngineFixture.SOL)));
        long before = fixture.ledger.lamports(shop);
        long bobBefore = fixture.ledger.lamports(bob);

        TransactionPlan built = fixture.landed(prepare(account, both, ann, bob));

        assertEquals(Array.of(ann, bob), built.single().unsigned().signers());
        assertEquals(before + 2 * EngineFixture.SOL, fixture.ledger.lamports(shop));
        assertEquals(bobBefore - EngineFixture.SOL, fixture.ledger.lamports(bob));
    }

    @Test
    void outsideSignersOfTheContentSignTheTransaction() {
        Address guest = fixture.person("guest");
        Bytes twoTransfers = ClientTransactions.transaction(
                account,
                SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL)),
                SystemProgram.transfer(guest, shop, BaseUnits.of(2 * EngineFixture.SOL)));
        long before = fixture.ledger.lamports(shop);

        TransactionPlan built = fixture.landed(prepare(account, twoTransfers, ann, bob));

        assertEquals(
                Array.of(ann, bob, guest).toSet(), built.single().unsigned().signers().toSet());
        assertEquals(before + 3 * EngineFixture.SOL, fixture.ledger.lamports(shop));
    }

    @Nested
    class TheRuleOf1050Bytes {

        @Test
        void lets1049Pass() {
            fixture.lands(new BuildRequest.Prepare(
                    account, measuring(1_049), Array.of(ann, bob), BuildOptions.DEFAULT.paidBy(payer)));

            assertInstanceOf(Proposal.Executed.class, fixture.proposal(account, 1));
        }

        @Test
        void refuses1050() {
            assertEquals(
                    new BuildRefusal.InstructionsTooLong(1_050, 1_050),
                    fixture.refusal(prepare(account, measuring(1_050), ann, bob)));
        }

        /** Program index, account count and index, data length of two bytes, data. */
        private Bytes measuring(int bytes) {
            return ClientTransactions.transaction(
                    account,
                    new Instruction(
                            MemoProgram.ID,
                            Array.of(AccountMeta.signer(account)),
                            Bytes.of(new byte[bytes - 5])));
        }
    }

    @Nested
    class WhatIsNoTransactionOfTheAccount {

        @Test
        void isRefusedIfTheAccountSignsNowhere() {
            assertEquals(
                    new BuildRefusal.AccountDoesNotSign(account),
                    fixture.refusal(prepare(account, ClientTransactions.transfer(shop, account, 1), ann, bob)));
        }

        @Test
        void isRefusedIfItIsGarbage() {
            assertInstanceOf(
                    BuildRefusal.BadTransaction.class,
                    fixture.refusal(prepare(account, Bytes.of((byte) 1, (byte) 2), ann, bob)));
        }

        @Test
        void isRefusedIfBytesTrail() {
            byte[] transfer = ClientTransactions.transfer(account, shop, 1).toArray();
            Bytes longer = Bytes.of(java.util.Arrays.copyOf(transfer, transfer.length + 1));

            assertInstanceOf(BuildRefusal.BadTransaction.class, fixture.refusal(prepare(account, longer, ann, bob)));
        }
    }

    @Nested
    class Signers {

        @Test
        void fewerThanTheThresholdAreRefused() {
            assertEquals(
                    new BuildRefusal.SignersInsufficient(
                            Array.of(new RoleProblem.TooFewVoters(1, new Threshold(2)))),
                    fixture.refusal(prepare(account, ClientTransactions.transfer(account, shop, 1), ann)));
        }

        @Test
        void fitOneTransactionUpToSixBesideASeparatePayer() {
            Array<Address> seven = Array.rangeClosed(1, 7).map(i -> fixture.person("voter " + i));

            assertEquals(1, fixture.landed(transferBy(seven, 6)).steps().length());
            assertEquals(3, fixture.landed(transferBy(seven, 7)).steps().length());
        }

        private BuildRequest transferBy(Array<Address> signers, int threshold) {
            Address held = fixture.account(NewAccount.of(threshold, signers.toJavaArray(Address[]::new)));
            return new BuildRequest.Prepare(
                    held, ClientTransactions.transfer(held, shop, EngineFixture.SOL), signers, BuildOptions.DEFAULT.paidBy(payer));
        }
    }

    @Nested
    class WithATimeLock {

        private final Address locked = fixture.account(NewAccount.of(2, ann, bob, cem).lockedFor(600));

        @Test
        void itStopsAtTheApprovalsAndIsExecutedLater() {
            long before = fixture.ledger.lamports(shop);
            TransactionPlan built =
                    fixture.landed(prepare(locked, ClientTransactions.transfer(locked, shop, EngineFixture.SOL), ann, bob));

            assertEquals(
                    new Phase.AwaitingTimeLock(new TimeLock(600), EngineFixture.START.plusSeconds(600)), built.phase());
            assertInstanceOf(Proposal.Approved.class, fixture.proposal(locked, 1));
            assertEquals(before, fixture.ledger.lamports(shop));

            fixture.pass(600);
            TransactionPlan executed = fixture.landed(EngineFixture.execute(locked, 1, cem));
            assertEquals(new Phase.Complete(), executed.phase());
            assertEquals(Array.of(cem), executed.single().unsigned().signers());
            assertEquals(before + EngineFixture.SOL, fixture.ledger.lamports(shop));
        }

        @Test
        void outsideSignersOfTheContentSignTheExecution() {
            Address guest = fixture.person("guest");
            Bytes both = ClientTransactions.transaction(
                    locked,
                    SystemProgram.transfer(locked, shop, BaseUnits.of(EngineFixture.SOL)),
                    SystemProgram.transfer(guest, shop, BaseUnits.of(EngineFixture.SOL)));

            TransactionPlan approved = fixture.landed(prepare(locked, both, ann, bob));
            assertEquals(Array.of(ann, bob), approved.single().unsigned().signers());

            fixture.pass(600);
            assertEquals(
                    Array.of(cem, guest),
                    fixture.landed(EngineFixture.execute(locked, 1, cem)).single().unsigned().signers());
        }
    }

    @Nested
    class ThePayer {

        @Test
        void isTheFirstSigner() {
            TransactionPlan built =
                    fixture.builds(prepare(account, ClientTransactions.transfer(account, shop, EngineFixture.SOL), bob, ann));

            assertEquals(bob, built.single().fee().payer());
        }

        @Test
        void isTakenFromTheOptions() {
            TransactionPlan built = fixture.landed(new BuildRequest.Prepare(
                    account,
                    ClientTransactions.transfer(account, shop, EngineFixture.SOL),
                    Array.of(ann, bob),
                    BuildOptions.DEFAULT.paidBy(payer)));

            assertEquals(Array.of(payer, ann, bob), built.single().unsigned().signers());
        }

        @Test
        void isNoSmartAccount() {
            assertEquals(
                    new BuildRefusal.PayerCannotSign(account),
                    fixture.refusal(new BuildRequest.Prepare(
                            account,
                            ClientTransactions.transfer(account, shop, EngineFixture.SOL),
                            Array.of(ann, bob),
                            BuildOptions.DEFAULT.paidBy(account))));
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
