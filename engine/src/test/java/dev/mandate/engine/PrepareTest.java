package dev.mandate.engine;

import static dev.mandate.engine.Scene.prepare;
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
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.Phase;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PrepareTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address cem = scene.person("cem");
    private final Address payer = scene.person("payer");
    private final Address shop = scene.person("shop");
    private final Address account = scene.account(Founding.of(2, ann, bob, cem));

    @Test
    void aTransferOfSolHappensInOneTransaction() {
        long before = scene.ledger.lamports(shop);

        TransactionPlan built =
                scene.landed(prepare(account, Client.transfer(account, shop, Scene.SOL), cem, bob, ann));

        assertEquals(new Phase.Complete(), built.phase());
        assertEquals(Option.some(1L), built.index());
        assertEquals(Array.of(cem, bob), built.single().unsigned().signers());
        assertEquals(before + Scene.SOL, scene.ledger.lamports(shop));
        assertEquals(4 * Scene.SOL, scene.ledger.lamports(account));
    }

    @Test
    void theRentIsFoundOnTheChainToTheLamport() {
        TransactionPlan built = scene.landed(prepare(account, Client.transfer(account, shop, 1_000_000), ann, bob));

        assertEquals(BaseUnits.of(5_811_600), built.single().fee().rent());
        assertEquals(BaseUnits.of(2 * Scene.SIGNATURE_FEE), built.single().fee().networkFee());
    }

    @Test
    void tokensMoveAndTheReceiversAccountIsMade() {
        Address mint = token(700);

        scene.lands(prepare(account, tokenTransfer(mint, 300), ann, bob));

        assertEquals(Option.some(BaseUnits.of(300)), scene.ledger.tokensOf(shop, mint));
        assertEquals(Option.some(BaseUnits.of(400)), scene.ledger.tokensOf(account, mint));
    }

    @Test
    void aSignerMaySignInsideForThemselvesAsWell() {
        Bytes both = Client.transaction(
                account,
                SystemProgram.transfer(account, shop, BaseUnits.of(Scene.SOL)),
                SystemProgram.transfer(bob, shop, BaseUnits.of(Scene.SOL)));
        long before = scene.ledger.lamports(shop);
        long bobBefore = scene.ledger.lamports(bob);

        TransactionPlan built = scene.landed(prepare(account, both, ann, bob));

        assertEquals(Array.of(ann, bob), built.single().unsigned().signers());
        assertEquals(before + 2 * Scene.SOL, scene.ledger.lamports(shop));
        assertEquals(bobBefore - Scene.SOL, scene.ledger.lamports(bob));
    }

    @Test
    void whoElseSignsInsideSignsOutsideToo() {
        Address guest = scene.person("guest");
        Bytes twoTransfers = Client.transaction(
                account,
                SystemProgram.transfer(account, shop, BaseUnits.of(Scene.SOL)),
                SystemProgram.transfer(guest, shop, BaseUnits.of(2 * Scene.SOL)));
        long before = scene.ledger.lamports(shop);

        TransactionPlan built = scene.landed(prepare(account, twoTransfers, ann, bob));

        assertEquals(
                Array.of(ann, bob, guest).toSet(), built.single().unsigned().signers().toSet());
        assertEquals(before + 3 * Scene.SOL, scene.ledger.lamports(shop));
    }

    @Nested
    class TheRuleOf1050Bytes {

        @Test
        void lets1049Pass() {
            scene.lands(new BuildRequest.Prepare(
                    account, measuring(1_049), Array.of(ann, bob), BuildOptions.DEFAULT.paidBy(payer)));

            assertInstanceOf(Proposal.Executed.class, scene.proposal(account, 1));
        }

        @Test
        void refuses1050() {
            assertEquals(
                    new BuildRefusal.InstructionsTooLong(1_050, 1_050),
                    scene.refusal(prepare(account, measuring(1_050), ann, bob)));
        }

        /** Program index, account count and index, data length of two bytes, data. */
        private Bytes measuring(int bytes) {
            return Client.transaction(
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
                    scene.refusal(prepare(account, Client.transfer(shop, account, 1), ann, bob)));
        }

        @Test
        void isRefusedIfItIsGarbage() {
            assertInstanceOf(
                    BuildRefusal.BadTransaction.class,
                    scene.refusal(prepare(account, Bytes.of((byte) 1, (byte) 2), ann, bob)));
        }

        @Test
        void isRefusedIfBytesTrail() {
            byte[] transfer = Client.transfer(account, shop, 1).toArray();
            Bytes longer = Bytes.of(java.util.Arrays.copyOf(transfer, transfer.length + 1));

            assertInstanceOf(BuildRefusal.BadTransaction.class, scene.refusal(prepare(account, longer, ann, bob)));
        }
    }

    @Nested
    class Signers {

        @Test
        void whoAreTooFewAreRefused() {
            assertEquals(
                    new BuildRefusal.SignersInsufficient(
                            Array.of(new RoleProblem.TooFewVoters(1, new Threshold(2)))),
                    scene.refusal(prepare(account, Client.transfer(account, shop, 1), ann)));
        }

        @Test
        void fitOneTransactionUpToSixBesideASeparatePayer() {
            Array<Address> seven = Array.rangeClosed(1, 7).map(i -> scene.person("voter " + i));

            assertEquals(1, scene.landed(transferBy(seven, 6)).steps().length());
            assertEquals(3, scene.landed(transferBy(seven, 7)).steps().length());
        }

        private BuildRequest transferBy(Array<Address> signers, int threshold) {
            Address held = scene.account(Founding.of(threshold, signers.toJavaArray(Address[]::new)));
            return new BuildRequest.Prepare(
                    held, Client.transfer(held, shop, Scene.SOL), signers, BuildOptions.DEFAULT.paidBy(payer));
        }
    }

    @Nested
    class WithATimeLock {

        private final Address locked = scene.account(Founding.of(2, ann, bob, cem).lockedFor(600));

        @Test
        void itStopsAtTheApprovalsAndIsExecutedLater() {
            long before = scene.ledger.lamports(shop);
            TransactionPlan built =
                    scene.landed(prepare(locked, Client.transfer(locked, shop, Scene.SOL), ann, bob));

            assertEquals(
                    new Phase.AwaitingTimeLock(new TimeLock(600), Scene.START.plusSeconds(600)), built.phase());
            assertInstanceOf(Proposal.Approved.class, scene.proposal(locked, 1));
            assertEquals(before, scene.ledger.lamports(shop));

            scene.pass(600);
            TransactionPlan executed = scene.landed(Scene.execute(locked, 1, cem));
            assertEquals(new Phase.Complete(), executed.phase());
            assertEquals(Array.of(cem), executed.single().unsigned().signers());
            assertEquals(before + Scene.SOL, scene.ledger.lamports(shop));
        }

        @Test
        void whoElseSignsInsideSignsAtTheExecution() {
            Address guest = scene.person("guest");
            Bytes both = Client.transaction(
                    locked,
                    SystemProgram.transfer(locked, shop, BaseUnits.of(Scene.SOL)),
                    SystemProgram.transfer(guest, shop, BaseUnits.of(Scene.SOL)));

            TransactionPlan approved = scene.landed(prepare(locked, both, ann, bob));
            assertEquals(Array.of(ann, bob), approved.single().unsigned().signers());

            scene.pass(600);
            assertEquals(
                    Array.of(cem, guest),
                    scene.landed(Scene.execute(locked, 1, cem)).single().unsigned().signers());
        }
    }

    @Nested
    class ThePayer {

        @Test
        void isTheFirstWhoSigns() {
            TransactionPlan built =
                    scene.builds(prepare(account, Client.transfer(account, shop, Scene.SOL), bob, ann));

            assertEquals(bob, built.single().fee().payer());
        }

        @Test
        void isWhomTheOptionsName() {
            TransactionPlan built = scene.landed(new BuildRequest.Prepare(
                    account,
                    Client.transfer(account, shop, Scene.SOL),
                    Array.of(ann, bob),
                    BuildOptions.DEFAULT.paidBy(payer)));

            assertEquals(Array.of(payer, ann, bob), built.single().unsigned().signers());
        }

        @Test
        void isNoSmartAccount() {
            assertEquals(
                    new BuildRefusal.PayerCannotSign(account),
                    scene.refusal(new BuildRequest.Prepare(
                            account,
                            Client.transfer(account, shop, Scene.SOL),
                            Array.of(ann, bob),
                            BuildOptions.DEFAULT.paidBy(account))));
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
