package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.custody.Authority;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.Phase;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.custody.Step;
import dev.mandate.ports.custody.Step.Kind;
import dev.mandate.ports.program.ComputeBudget;
import dev.mandate.ports.program.NewRoom;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.account.TransactionBufferAccount;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What one transaction of 1,232 bytes does not hold is divided among several. */
class SeveralTransactionsTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address cem = scene.person("cem");
    private final Address payer = scene.person("payer");
    private final Address shop = scene.person("shop");
    private final Address collector = scene.key("collector");
    private final Address account = scene.account(Founding.of(2, ann, bob, cem));

    private BuildRequest prepare(Address held, Bytes transaction, Address... signers) {
        return prepare(held, transaction, Vector.of(signers));
    }

    private BuildRequest prepare(Address held, Bytes transaction, Vector<Address> signers) {
        return new BuildRequest.Prepare(held, transaction, signers, BuildOptions.DEFAULT.paidBy(payer));
    }

    private static Vector<Kind> kinds(BuiltTransaction built) {
        return built.steps().map(Step::kind);
    }

    private Vector<Address> people(int number) {
        return Vector.rangeClosed(1, number).map(i -> scene.person("voter " + i));
    }

    /** A memo that makes the instructions so many bytes long. */
    private static Bytes memo(Address held, int bytes) {
        return Client.transaction(
                held,
                new Instruction(MemoProgram.ID, Vector.of(AccountMeta.signer(held)), Bytes.of(new byte[bytes - 5])));
    }

    /** A transfer that names {@code extra} accounts more, of which it makes no use. */
    private Instruction wideTransfer(Address held, int extra) {
        Instruction transfer = SystemProgram.transfer(held, shop, BaseUnits.of(Scene.SOL));
        return new Instruction(
                transfer.program(),
                Vector.ofAll(transfer.accounts())
                        .appendAll(extras(extra).map(AccountMeta::readonly)),
                transfer.data());
    }

    private Vector<Address> extras(int number) {
        return Vector.rangeClosed(1, number).map(i -> scene.key("bystander " + i));
    }

    private Bytes wide(Address held, int extra) {
        return Client.transaction(held, wideTransfer(held, extra));
    }

    private Bytes wideThroughItsOwnTable(Address held, int extra) {
        LookupTable table =
                scene.ledger.table(scene.key("table"), extras(extra).toJavaArray(Address[]::new));
        return Client.transaction(held, table, wideTransfer(held, extra));
    }

    @Nested
    class ManyApprovers {

        private final Vector<Address> voters = people(20);
        private final Address held = scene.account(Founding.of(15, voters.toJavaArray(Address[]::new)));

        @Test
        void approveAsManyAtATimeAsFit() {
            long before = scene.ledger.lamports(shop);

            BuiltTransaction built = scene.landed(prepare(held, Client.transfer(held, shop, Scene.SOL), voters));

            assertEquals(Vector.of(Kind.PROPOSE, Kind.APPROVE, Kind.APPROVE, Kind.EXECUTE), kinds(built));
            assertEquals(new Phase.Complete(), built.phase());
            assertEquals(Option.some(1L), built.index());
            assertEquals(before + Scene.SOL, scene.ledger.lamports(shop));
        }

        @Test
        void eachSignOnlyWhatTheyHaveToSign() {
            BuiltTransaction built = scene.builds(prepare(held, Client.transfer(held, shop, Scene.SOL), voters));

            Vector<Address> approvers = built.steps()
                    .filter(step -> step.kind() == Kind.PROPOSE || step.kind() == Kind.APPROVE)
                    .flatMap(step -> step.unsigned().signers().tail());
            assertEquals(voters.take(15), approvers);
            assertEquals(
                    Vector.of(payer, voters.head()),
                    built.steps().last().unsigned().signers());
            assertEquals(voters.take(15).prepend(payer).toSet(), built.signers().toSet());
        }

        @Test
        void sayWhatTheyApproveWhereTheySignApartFromIt() {
            BuiltTransaction built = scene.builds(prepare(held, Client.transfer(held, shop, Scene.SOL), voters));

            assertEquals(Vector.of(false, true, true, false), built.steps().map(this::saysItsPurpose));
        }

        private boolean saysItsPurpose(Step step) {
            return WireTransaction.parse(step.unsigned().transaction()).get().message().instructions().exists(
                    instruction -> new String(instruction.data().toArray(), StandardCharsets.ISO_8859_1).contains("for 1: "));
        }

        @Test
        void voteInSeveralTransactionsOnWhatIsThere() {
            scene.land(scene.builds(propose(held, Client.transfer(held, shop, Scene.SOL), voters.head())));

            BuiltTransaction built = scene.landed(new BuildRequest.CastVotes(
                    held, 1, Vote.APPROVE, voters, BuildOptions.DEFAULT.paidBy(payer)));

            assertEquals(Vector.of(Kind.APPROVE, Kind.APPROVE), kinds(built));
            assertEquals(new Phase.AwaitingExecution(), built.phase());
            assertInstanceOf(Proposal.Approved.class, scene.proposal(held, 1));
        }

        @Test
        void rejectInSeveralTransactions() {
            Address all = scene.account(Founding.of(2, voters.toJavaArray(Address[]::new)));
            scene.land(scene.builds(propose(all, Client.transfer(all, shop, Scene.SOL), voters.head())));

            BuiltTransaction built = scene.landed(new BuildRequest.CastVotes(
                    all, 1, Vote.REJECT, voters, BuildOptions.DEFAULT.paidBy(payer)));

            assertEquals(Vector.of(Kind.REJECT, Kind.REJECT, Kind.REJECT), kinds(built));
            assertInstanceOf(Proposal.Rejected.class, scene.proposal(all, 1));
        }

        @Test
        void changeSettingsInSeveralTransactions() {
            BuiltTransaction built = scene.landed(Scene.change(
                    held, new Authority.Vote(voters), new SettingsEdit.SetTimeLock(new TimeLock(60))));

            assertEquals(Kind.EXECUTE, kinds(built).last());
            assertEquals(new TimeLock(60), scene.settings(held).timeLock());
        }
    }

    @Nested
    class LargeContent {

        @Test
        void isGatheredInABuffer() {
            BuiltTransaction built = scene.landed(prepare(account, memo(account, 1_049), ann, bob));

            assertEquals(
                    Vector.of(Kind.BUFFER_CREATE, Kind.BUFFER_EXTEND, Kind.PROPOSE, Kind.APPROVE, Kind.EXECUTE),
                    kinds(built));
            assertInstanceOf(Proposal.Executed.class, scene.proposal(account, 1));
            assertEquals(Option.none(), scene.ledger.account(buffer(ann, 0)));
        }

        @Test
        void isProposedInTheSameWay() {
            BuiltTransaction built = scene.landed(propose(account, memo(account, 1_049), ann));

            assertEquals(Vector.of(Kind.BUFFER_CREATE, Kind.BUFFER_EXTEND, Kind.PROPOSE), kinds(built));
            scene.lands(new BuildRequest.CastVotes(
                    account, 1, Vote.APPROVE, Vector.of(ann, bob), BuildOptions.DEFAULT));
            scene.lands(Scene.execute(account, 1, cem));
        }

        @Test
        void arrivesAsItWasMeant() {
            scene.lands(propose(account, memo(account, 1_049), ann));

            TransactionContent content = scene.custody.transaction(account, 1).get().transaction().content().get();
            assertTrue(content instanceof TransactionContent.VaultInstructions(int vault, Bytes message)
                    && vault == 0
                    && message.length() > 1_049);
        }

        @Test
        void paysForTheBufferWhatItsCreatorGetsBack() {
            long before = scene.ledger.lamports(ann);

            BuiltTransaction built = scene.landed(prepare(account, memo(account, 1_049), ann, bob));

            FeeQuote.Rent rent = built.fee().rents().single();
            assertEquals(NewRoom.Kind.TRANSACTION_BUFFER, rent.kind());
            assertEquals(buffer(ann, 0), rent.account());
            assertEquals(Option.some(ann), rent.returnsTo());
            assertEquals(before + rent.lamports().bits(), scene.ledger.lamports(ann));
        }

        @Test
        void stopsAtTheApprovalsWhereThereIsATimeLock() {
            Address locked = scene.account(Founding.of(2, ann, bob, cem).lockedFor(600));

            BuiltTransaction built = scene.landed(prepare(locked, memo(locked, 1_049), ann, bob));

            assertEquals(Kind.APPROVE, kinds(built).last());
            assertEquals(
                    new Phase.AwaitingTimeLock(new TimeLock(600), Scene.START.plusSeconds(600)), built.phase());
            scene.pass(600);
            assertEquals(Vector.of(Kind.ALL), kinds(scene.landed(Scene.execute(locked, 1, cem))));
        }

        @Test
        void isGoneOnWithWhereItStopped() {
            BuildRequest request = prepare(account, memo(account, 1_049), ann, bob);
            scene.land(scene.builds(request).steps().head());
            scene.chain().expireBlockhashes();

            BuiltTransaction again = scene.builds(request);
            assertEquals(
                    Vector.of(Kind.BUFFER_EXTEND, Kind.PROPOSE, Kind.APPROVE, Kind.EXECUTE), kinds(again));
            scene.land(again.steps().head());
            scene.chain().expireBlockhashes();

            BuiltTransaction last = scene.landed(request);
            assertEquals(Vector.of(Kind.PROPOSE, Kind.APPROVE, Kind.EXECUTE), kinds(last));
            assertInstanceOf(Proposal.Executed.class, scene.proposal(account, 1));
        }

        @Test
        void leavesABufferAloneThatHoldsSomethingElse() {
            scene.land(scene.builds(prepare(account, memo(account, 1_048), ann, bob)).steps().head());

            scene.lands(prepare(account, memo(account, 1_049), ann, bob));

            assertTrue(scene.ledger.account(buffer(ann, 0)).isDefined());
            assertEquals(Option.none(), scene.ledger.account(buffer(ann, 1)));
        }

        @Test
        void leavesABufferAloneThatOnlyClaimsToHoldIt() {
            Vector<Step> steps = scene.builds(prepare(account, memo(account, 1_049), ann, bob)).steps();
            scene.land(steps.head());
            AccountData begun = scene.ledger.account(buffer(ann, 0)).get();
            TransactionBufferAccount honest = TransactionBufferAccount.decode(begun.data()).get();
            byte[] other = honest.buffer().toArray();
            other[other.length - 1] ^= 1;
            put(buffer(ann, 0), begun, honest, Bytes.of(other));

            BuiltTransaction again = scene.landed(prepare(account, memo(account, 1_049), ann, bob));

            assertEquals(Kind.BUFFER_CREATE, kinds(again).head());
            assertEquals(buffer(ann, 1), again.fee().rents().single().account());
        }

        @Test
        void isRefusedToWhomHasOpenedEveryBuffer() {
            Vector<Step> steps = scene.builds(prepare(account, memo(account, 1_049), ann, bob)).steps();
            scene.land(steps.head());
            AccountData begun = scene.ledger.account(buffer(ann, 0)).get();
            TransactionBufferAccount first = TransactionBufferAccount.decode(begun.data()).get();
            for (int index = 0; index < 256; index++) {
                put(buffer(ann, index), begun, first, Bytes.EMPTY);
            }

            assertEquals(
                    new BuildRefusal.BuffersExhausted(ann, 256),
                    scene.refusal(prepare(account, memo(account, 1_049), ann, bob)));
            scene.lands(prepare(account, memo(account, 1_049), bob, ann));
        }

        /** A buffer as {@code like} is, with other content. */
        private void put(Address address, AccountData account, TransactionBufferAccount like, Bytes content) {
            TransactionBufferAccount buffer = new TransactionBufferAccount(
                    like.multisig(),
                    like.creator(),
                    like.bufferIndex(),
                    like.vaultIndex(),
                    like.finalBufferHash(),
                    like.finalBufferSize(),
                    content);
            Bytes data = buffer.toData(account.data().length()).get();
            scene.chain().put(address, new AccountData(account.lamports(), account.owner(), data, false));
        }

        private Address buffer(Address creator, int index) {
            Address settings = scene.custody.account(account).get().ref().settings();
            return SquadsAddresses.V4.transactionBuffer(settings, creator, index).address();
        }
    }

    @Nested
    class ManyAccounts {

        private static final int MANY = 28;

        @Test
        void areNamedThroughATable() {
            long before = scene.ledger.lamports(shop);

            BuiltTransaction built = scene.landed(prepare(account, wide(account, MANY), ann, bob));

            assertEquals(
                    Vector.of(
                            Kind.BUFFER_CREATE,
                            Kind.BUFFER_EXTEND,
                            Kind.PROPOSE,
                            Kind.APPROVE,
                            Kind.LOOKUP_TABLE_CREATE,
                            Kind.EXECUTE,
                            Kind.CLOSE),
                    kinds(built));
            assertEquals(before + Scene.SOL, scene.ledger.lamports(shop));
        }

        @Test
        void standInATableThatIsNoLongerThanItTakes() {
            BuiltTransaction built = scene.landed(prepare(account, wide(account, MANY), ann, bob));

            FeeQuote.Rent rent = rent(built, NewRoom.Kind.LOOKUP_TABLE);
            LookupTableAccount table = LookupTableAccount.decode(
                            scene.ledger.account(rent.account()).get().data())
                    .get();
            assertTrue(table.entries().length() < MANY, () -> table.entries().toString());
            assertEquals(Option.some(payer), table.authority());
            assertTrue(table.deactivationSlot() != LookupTableAccount.NEVER, "the payer can close it");
            assertEquals(Option.some(payer), rent.returnsTo());
        }

        @Test
        void takeNoTableOfTheirOwnWhereTheTransactionBroughtOne() {
            BuiltTransaction built = scene.landed(prepare(account, wideThroughItsOwnTable(account, 50), ann, bob));

            assertEquals(Vector.of(Kind.ALL), kinds(built));
        }

        @Test
        void areNamedThroughATableByWhoeverExecutesLater() {
            Address locked = scene.account(
                    Founding.of(2, ann, bob, cem).lockedFor(600).collectingRentFor(collector));
            scene.lands(prepare(locked, wide(locked, MANY), ann, bob));
            scene.pass(600);

            BuiltTransaction built = scene.landed(new BuildRequest.Execute(
                    locked, 1, Vector.of(cem), BuildOptions.DEFAULT.paidBy(payer)));

            assertEquals(Vector.of(Kind.LOOKUP_TABLE_CREATE, Kind.EXECUTE, Kind.CLOSE), kinds(built));
            assertTrue(scene.ledger.lamports(collector) > 0, "the transaction's rent");
        }

        @Test
        void areTooManyWhereOneTransactionMayNotNameThem() {
            Address locked = scene.account(Founding.of(2, ann, bob, cem).lockedFor(60));

            assertInstanceOf(
                    BuildRefusal.TooManyAccounts.class,
                    scene.refusal(prepare(account, wideThroughItsOwnTable(account, 60), ann, bob)));
            assertInstanceOf(
                    BuildRefusal.TooManyAccounts.class,
                    scene.refusal(prepare(locked, wideThroughItsOwnTable(locked, 60), ann, bob)));
            assertInstanceOf(
                    BuildRefusal.TooManyAccounts.class,
                    scene.refusal(propose(account, wideThroughItsOwnTable(account, 60), ann)));
        }

        @Test
        void areTooManyWhereTooManyOfThemSign() {
            Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(Scene.SOL));
            Bytes transaction = Client.transaction(
                    account,
                    new Instruction(
                            transfer.program(),
                            Vector.ofAll(transfer.accounts())
                                    .appendAll(extras(10).map(AccountMeta::signer)),
                            transfer.data()));

            assertInstanceOf(
                    BuildRefusal.TooManyAccountsToExecute.class,
                    scene.refusal(prepare(account, transaction, ann, bob)));
        }

        private FeeQuote.Rent rent(BuiltTransaction built, NewRoom.Kind kind) {
            return built.steps()
                    .flatMap(step -> step.fee().rents())
                    .find(rent -> rent.kind() == kind)
                    .get();
        }
    }

    @Nested
    class WhereThereIsARentCollector {

        @Test
        void theTransactionIsClosedInTheEnd() {
            Address held = scene.account(Founding.of(2, ann, bob, cem).collectingRentFor(collector));

            BuiltTransaction built = scene.landed(prepare(held, memo(held, 1_049), ann, bob));

            assertEquals(Kind.CLOSE, kinds(built).last());
            long rent = built.steps()
                    .flatMap(step -> step.fee().rents())
                    .filter(one -> one.returnsTo().contains(collector))
                    .map(one -> one.lamports().bits())
                    .sum()
                    .longValue();
            assertEquals(rent, scene.ledger.lamports(collector));
        }
    }

    @Nested
    class WhatStaysWhole {

        @Test
        void isWhatANonceCarries() {
            Address nonce = scene.ledger.nonce(scene.key("nonce"), ann);

            assertEquals(
                    new BuildRefusal.NonceCarriesOne(nonce),
                    scene.refusal(new BuildRequest.Prepare(
                            account,
                            memo(account, 1_049),
                            Vector.of(ann, bob),
                            BuildOptions.DEFAULT.withNonce(nonce))));
        }

        @Test
        void isWhatTheAdminChangesAtOnce() {
            Address admin = scene.person("admin");
            Address held = scene.account(Founding.of(1, ann).administeredBy(admin));

            assertInstanceOf(
                    BuildRefusal.DoesNotFit.class,
                    scene.refusal(Scene.change(held, Scene.byAdmin(), new SettingsEdit.AddSigners(newSigners()))));
        }

        @Test
        void isAChangeOfSettingsThatNoBufferGathers() {
            assertInstanceOf(
                    BuildRefusal.DoesNotFit.class,
                    scene.refusal(Scene.change(
                            account, Scene.byVoteOf(ann, bob), new SettingsEdit.AddSigners(newSigners()))));
        }

        private Vector<Signer> newSigners() {
            return Vector.rangeClosed(1, 40).map(i -> Founding.allowedAll(scene.key("new " + i)));
        }
    }

    @Test
    void aComputeBudgetStandsInEachOfThem() {
        ComputeBudget budget = new ComputeBudget(300_000, BaseUnits.of(1_000_000));

        BuiltTransaction built = scene.landed(new BuildRequest.Prepare(
                account,
                memo(account, 1_049),
                Vector.of(ann, bob),
                BuildOptions.DEFAULT.paidBy(payer).withComputeBudget(budget)));

        assertTrue(built.steps().length() > 1);
        assertTrue(built.steps().forAll(step -> step.fee().priority().equals(budget.priorityFee())));
    }

    private BuildRequest propose(Address held, Bytes transaction, Address proposer) {
        return new BuildRequest.Propose(
                held, new Proposable.Transaction(transaction), proposer, BuildOptions.DEFAULT.paidBy(payer));
    }
}
