package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedContent;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.explain.ExplanationFlag.Certainty;
import dev.mandate.domain.explain.ExplanationFlag.Code;
import dev.mandate.domain.explain.ExplanationFlag;
import dev.mandate.domain.explain.FactSource;
import dev.mandate.domain.explain.MoneyAmount;
import dev.mandate.domain.explain.MoneyChange.Direction;
import dev.mandate.domain.explain.MoneyChange.Occasion;
import dev.mandate.domain.explain.MoneyChange;
import dev.mandate.domain.explain.MoneyMove;
import dev.mandate.domain.explain.SignatureNeeds.Validity;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What people are told before they sign. */
class ExplainingTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address shop = fixture.key("shop");
    private final Address account = fixture.account(NewAccount.of(2, NewAccount.allowedAll(ann), NewAccount.allowedAll(bob)));
    private final AccountRef ref = fixture.custody.account(account).get().ref();
    private final TransactionExplainer offline = TransactionExplainer.offline(Network.DEVNET, Solana.SQUADS_V4);

    private Bytes transfer() {
        return fixture.builds(payment()).single().unsigned().transaction();
    }

    private BuildRequest payment() {
        return new BuildRequest.Transfer(account, shop, new Token.Sol(), BaseUnits.of(EngineFixture.SOL), Array.of(ann, bob), BuildOptions.DEFAULT);
    }

    private void proposePayment() {
        fixture.lands(new BuildRequest.Propose(
                account, new Proposable.Transaction(ClientTransactions.transfer(account, shop, EngineFixture.SOL)), ann, BuildOptions.DEFAULT));
    }

    private static Explanation explained(Either<BuildRefusal, Explanation> answer) {
        return answer.getOrElseThrow(refusal -> new AssertionError("not explained: " + refusal));
    }

    private static Bytes compiled(Message message) {
        return new SolanaFormat().compile(message).get().transaction();
    }

    private static Bytes compiled(Address payer, Instruction... instructions) {
        return compiled(new Message(MessageVersion.LEGACY, payer, new Blockhash(Bytes32.ZERO), Array.of(instructions), Array.empty()));
    }

    private static Array<Code> codes(Explanation explanation, Certainty certainty) {
        return explanation.flags().filter(flag -> flag.certainty() == certainty).map(ExplanationFlag::code);
    }

    @Test
    void aPaymentIsToldToItsEnd() {
        Explanation explanation = explained(offline.explain(transfer()));

        assertTrue(explanation.isUnderstood());
        assertTrue(explanation.summary().mkString().contains(account + " sends 1 SOL to " + shop), explanation.summary()::toString);
        assertTrue(
                explanation.money()
                        .containsAll(Array.of(
                                new MoneyChange(
                                        account, new MoneyMove.Asset.Sol(), Direction.LOSES, new MoneyAmount.Exact(BaseUnits.of(EngineFixture.SOL)), Occasion.NOW),
                                new MoneyChange(
                                        shop, new MoneyMove.Asset.Sol(), Direction.GAINS, new MoneyAmount.Exact(BaseUnits.of(EngineFixture.SOL)), Occasion.NOW))),
                explanation.money()::toString);
        assertEquals(HashSet.of(ann, bob), explanation.signature().get().missing().toSet());
    }

    @Test
    void whatWasBuiltMeansTheSameOnceItIsSigned() {
        UnsignedTransaction built = fixture.builds(payment()).single().unsigned();

        Explanation before = explained(offline.explain(built.transaction()));
        Explanation signed = explained(fixture.custody.explain(fixture.signed(built.transaction())));
        Explanation message = explained(offline.explain(built.message()));

        assertEquals(before.intentHash(), signed.intentHash());
        assertEquals(before.intentHash(), message.intentHash());
        assertEquals(Option.some(Sha256.of(built.message())), signed.messageHash());
        assertEquals(Array.empty(), signed.signature().get().missing());
    }

    @Test
    void blockhashAndComputeBudgetMeanNothing() {
        Instruction pay = SystemProgram.transfer(ann, shop, BaseUnits.of(1));
        Explanation plain = explained(offline.explain(compiled(ann, pay)));
        Message later = new Message(
                MessageVersion.LEGACY, ann, new Blockhash(Sha256.of("later")), Array.of(ComputeBudgetProgram.setComputeUnitLimit(7), pay), Array.empty());

        Explanation other = explained(offline.explain(compiled(later)));

        assertTrue(plain.intentHash().isDefined());
        assertEquals(plain.intentHash(), other.intentHash());
        assertNotEquals(plain.messageHash(), other.messageHash());
    }

    @Test
    void eachOtherByteAndEachOtherAccountMeansSomethingElse() {
        proposePayment();
        for (Instruction instruction : Array.of(
                SystemProgram.transfer(ann, shop, BaseUnits.of(1)),
                TokenProgram.TOKEN.transferChecked(bob, shop, account, ann, BaseUnits.of(5), 2),
                new Instruction(shop, Array.of(AccountMeta.writable(bob)), Bytes.ofHex("0102")),
                SquadsV4Program.PUBLIC.encode(ref, new Operation.CastVote(ann, 1, Vote.REJECT, Option.none())))) {
            Option<Bytes32> meaning = explained(fixture.custody.explain(compiled(ann, instruction))).intentHash();
            assertTrue(meaning.isDefined(), instruction::toString);
            for (int at = 0; at < instruction.data().length(); at++) {
                byte[] data = instruction.data().toArray();
                data[at] ^= 1;
                assertMeansSomethingElse(meaning, new Instruction(instruction.program(), instruction.accounts(), Bytes.of(data)));
            }
            for (int at = 0; at < instruction.accounts().length(); at++) {
                AccountMeta meta = instruction.accounts().get(at);
                AccountMeta other = new AccountMeta(fixture.key("another"), meta.signer(), meta.writable());
                assertMeansSomethingElse(
                        meaning, new Instruction(instruction.program(), instruction.accounts().toArray().update(at, other), instruction.data()));
            }
        }
    }

    private void assertMeansSomethingElse(Option<Bytes32> meaning, Instruction changed) {
        assertNotEquals(meaning, explained(fixture.custody.explain(compiled(ann, changed))).intentHash(), changed::toString);
    }

    @Test
    void orderAndPayerHaveMeaning() {
        Instruction one = SystemProgram.transfer(ann, shop, BaseUnits.of(1));
        Instruction other = SystemProgram.transfer(ann, bob, BaseUnits.of(1));

        Array<Option<Bytes32>> meanings = Array.of(compiled(ann, one, other), compiled(ann, other, one), compiled(bob, one, other))
                .map(bytes -> explained(offline.explain(bytes)).intentHash());

        assertEquals(3, meanings.distinct().length());
    }

    @Test
    void aVoteIsToldWithTheContentOnTheChain() {
        proposePayment();
        Bytes approval = fixture.builds(votes(account, 1, Vote.APPROVE, ann)).single().unsigned().transaction();

        Explanation explanation = explained(fixture.custody.explain(approval));

        ExplainedContent content = explanation.instructions().flatMap(ExplainedInstruction::contents).single();
        assertEquals(Option.some(1L), content.index());
        assertEquals(ExplainedContent.Execution.LATER, content.execution());
        assertInstanceOf(FactSource.OnChain.class, content.source());
        assertTrue(explanation.summary().mkString().contains(account + " sends 1 SOL to " + shop), explanation.summary()::toString);
        assertTrue(explanation.money().exists(change -> change.occasion() == Occasion.LATER && change.account().equals(shop)));
        assertTrue(explanation.intentHash().isDefined());
        assertEquals(content.digest(), explained(fixture.custody.explain(account, 1)).stored().get().digest());
    }

    @Test
    void aBuilderTellsTheIntentOfAVoteWithoutAReadOfItsOwn() {
        proposePayment();

        TransactionPlan built = fixture.builds(votes(account, 1, Vote.APPROVE, ann));

        assertTrue(built.explanations().get().single().get().intentHash().isDefined());
        assertEquals(
                explained(fixture.custody.explain(built.single().unsigned().transaction())).intentHash(),
                built.explanations().get().single().get().intentHash());
    }

    @Test
    void aVoteOfAnotherClientThatNamesNothingIsToldToo() {
        proposePayment();
        Instruction approval = InstructionCodec.V4.encode(new ProposalVote(
                ProposalVote.Kind.APPROVE, ref.settings(), ann, SquadsAddresses.V4.proposal(ref.settings(), 1).address(), Option.none()));

        Explanation explanation = explained(fixture.custody.explain(compiled(ann, approval)));

        assertTrue(explanation.isUnderstood());
        assertTrue(explanation.summary().mkString().contains("sends 1 SOL"), explanation.summary()::toString);
    }

    @Test
    void withoutTheChainAVoteIsNotUnderstoodAndHasNoIntent() {
        proposePayment();
        Bytes approval = fixture.builds(votes(account, 1, Vote.APPROVE, ann)).single().unsigned().transaction();

        Explanation explanation = explained(offline.explain(approval));

        assertFalse(explanation.isUnderstood());
        assertEquals(Option.none(), explanation.intentHash());
        assertEquals(Code.CONTENT_UNREAD, explanation.flags().head().code());
        assertTrue(explanation.money().exists(change -> change.asset() instanceof MoneyMove.Asset.Anything && change.account().equals(account)));
        assertTrue(codes(explanation, Certainty.UNKNOWN).contains(Code.SETTINGS_CHANGED_RECENTLY));
    }

    @Test
    void aSettingsChangeOnTheChainIsToldActionByAction() {
        fixture.lands(new BuildRequest.Propose(
                account, new Proposable.Settings(Array.of(new SettingsEdit.SetTimeLock(new TimeLock(60))), LeaversLimits.REFUSE), ann, BuildOptions.DEFAULT));

        assertEquals(Array.of("Sets the time lock to 60 seconds."), explained(fixture.custody.explain(account, 1)).summary());
        assertEquals(new BuildRefusal.UnknownTransaction(2), fixture.custody.explain(account, 2).getLeft());
    }

    @Test
    void whatIsNotUnderstoodComesFirstAndMayTakeAnything() {
        Instruction unknown = new Instruction(shop, Array.of(AccountMeta.writable(bob)), Bytes.ofHex("0102"));

        Explanation explanation = explained(offline.explain(compiled(ann, SystemProgram.transfer(ann, shop, BaseUnits.of(1)), unknown)));

        assertTrue(explanation.summary().head().startsWith("Calls the program " + shop), explanation.summary()::toString);
        assertEquals(Code.UNKNOWN_PROGRAM, explanation.flags().head().code());
        assertTrue(explanation.money().contains(
                new MoneyChange(bob, new MoneyMove.Asset.Anything(), Direction.LOSES, new MoneyAmount.Unknown(), Occasion.NOW)));
    }

    @Test
    void contentWithinContentIsTold() {
        Address cold = fixture.account(NewAccount.of(1, NewAccount.allowedAll(account), NewAccount.allowedAll(bob)));
        AccountRef coldRef = fixture.custody.account(cold).get().ref();
        Instruction nested = SquadsV4Program.PUBLIC.encode(
                coldRef,
                new Operation.CreateTransaction(account, account, 1, stored(coldRef, SystemProgram.transfer(cold, shop, BaseUnits.of(77))), Option.none()));

        Explanation explanation = explained(offline.explain(compiled(
                ann, SquadsV4Program.PUBLIC.encode(ref, new Operation.CreateTransaction(ann, ann, 1, stored(ref, nested), Option.none())))));

        Array<ExplainedContent> contents = explanation.instructions().flatMap(ExplainedInstruction::contents);
        assertEquals(Array.of(account, cold), contents.map(ExplainedContent::account));
        assertTrue(explanation.summary().head().contains(cold + " sends 0.000000077 SOL to " + shop), explanation.summary()::toString);
    }

    private static TransactionContent stored(AccountRef of, Instruction instruction) {
        return SquadsV4Program.PUBLIC.store(of, 0, Array.of(instruction), Array.empty()).get();
    }

    @Test
    void aDurableNonceIsFlaggedAndTellsWhoEndsIt() {
        Explanation explanation = explained(offline.explain(
                compiled(ann, SystemProgram.advanceNonce(shop, bob), SystemProgram.transfer(ann, shop, BaseUnits.of(1)))));

        assertEquals(Array.of(Code.DURABLE_NONCE), codes(explanation, Certainty.CERTAIN));
        assertEquals(
                new Validity.ByNonce(shop, Option.some(bob), new Blockhash(Bytes32.ZERO)), explanation.signature().get().validity());
    }

    @Test
    void aGiveawayInContentIsFlagged() {
        Instruction assign = new Instruction(
                SystemProgram.ID, Array.of(AccountMeta.writableSigner(account)), Bytes.ofHex("01000000" + Bytes.of(shop.toArray()).toHex()));

        Explanation explanation = explained(offline.explain(compiled(
                ann, SquadsV4Program.PUBLIC.encode(ref, new Operation.CreateTransaction(ann, ann, 1, stored(ref, assign), Option.none())))));

        assertEquals(Code.GIVES_AWAY_VAULT, explanation.flags().head().code());
    }

    @Test
    void aChangeOfSettingsIsFlaggedForSevenDays() {
        assertEquals(Array.empty(), codes(explained(fixture.custody.explain(transfer())), Certainty.CERTAIN));
        fixture.lands(change(account, byVoteOf(ann, bob), new SettingsEdit.SetTimeLock(new TimeLock(1))));
        fixture.pass(6 * 86_400);

        assertEquals(Array.of(Code.SETTINGS_CHANGED_RECENTLY), codes(explained(fixture.custody.explain(transfer())), Certainty.CERTAIN));
        fixture.pass(2 * 86_400);

        assertEquals(Array.empty(), codes(explained(fixture.custody.explain(transfer())), Certainty.CERTAIN));
    }

    @Test
    void aChangeBehindManyOtherTransactionsIsFlaggedToo() {
        fixture.lands(change(account, byVoteOf(ann, bob), new SettingsEdit.SetTimeLock(new TimeLock(1))));
        for (int number = 0; number < 25; number++) {
            fixture.pass(60);
            proposePayment();
        }

        assertEquals(Array.of(Code.SETTINGS_CHANGED_RECENTLY), codes(explained(fixture.custody.explain(transfer())), Certainty.CERTAIN));
    }

    @Test
    void fewVotersWithoutATimeLockAreFlagged() {
        Array<Address> people = Array.of("p1", "p2", "p3", "p4", "p5").map(fixture::person);
        Address hasty = fixture.account(NewAccount.of(
                2,
                NewAccount.allowedAll(people.get(0)),
                NewAccount.allowedAll(people.get(1)),
                NewAccount.allowedAll(people.get(2)),
                NewAccount.allowedAll(people.get(3)),
                NewAccount.allowedAll(people.get(4))));
        Bytes built = fixture.builds(new BuildRequest.Transfer(hasty, shop, new Token.Sol(), BaseUnits.of(EngineFixture.SOL), people, BuildOptions.DEFAULT))
                .single()
                .unsigned()
                .transaction();

        assertEquals(Array.of(Code.TIME_LOCK_ZERO), codes(explained(fixture.custody.explain(built)), Certainty.CERTAIN));
    }

    @Test
    void anAccountOfSomebodyElseIsFlagged() {
        Bytes built = transfer();
        var stranger = EngineFixture.engine(fixture.chain(), new InMemoryJournal());

        assertTrue(codes(explained(stranger.explain(built)), Certainty.CERTAIN).contains(Code.NOT_OURS));
    }

    @Test
    void aReceiverThatCannotUseMoneyIsFlagged() {
        Explanation explanation = explained(offline.explain(compiled(ann, SystemProgram.transfer(ann, TokenProgram.TOKEN.id(), BaseUnits.of(1)))));

        assertEquals(Array.of(Code.UNUSABLE_RECEIVER), codes(explanation, Certainty.CERTAIN));
    }

    @Test
    void anAccountOfALookupTableThatWasNotReadIsNeverGuessed() {
        LookupTable table = new LookupTable(shop, Array.of(bob));
        Bytes bytes = compiled(new Message(
                MessageVersion.V0, ann, new Blockhash(Bytes32.ZERO), Array.of(SystemProgram.transfer(ann, bob, BaseUnits.of(1))), Array.of(table)));

        Explanation explanation = explained(offline.explain(bytes));

        assertTrue(
                explanation.summary().single().contains("account 2 is entry 0 of the lookup table " + shop + ", which was not read"),
                explanation.summary()::toString);
        assertEquals(Array.of(Code.UNKNOWN_PROGRAM, Code.CONTENT_UNREAD), codes(explanation, Certainty.CERTAIN));
        assertEquals(Option.none(), explanation.intentHash());
        assertTrue(explanation.money().exists(change -> change.account().equals(ann) && change.asset() instanceof MoneyMove.Asset.Anything));
        assertEquals(new BuildRefusal.TableMissing(shop), fixture.custody.explain(bytes).getLeft());
    }

    @Test
    void bytesThatAreNoTransactionAreRefused() {
        assertInstanceOf(BuildRefusal.BadTransaction.class, offline.explain(Bytes.ofHex("010203")).getLeft());
    }

    @Test
    void anUnknownInstructionKeepsItsBytes() {
        Instruction unknown = new Instruction(shop, Array.of(AccountMeta.writable(bob)), Bytes.ofHex("0102"));

        DescribedInstruction decoded = explained(offline.explain(compiled(ann, unknown))).instructions().single().decoded();

        assertEquals(Bytes.ofHex("0102"), assertInstanceOf(DescribedInstruction.Unknown.class, decoded).data());
    }
}
