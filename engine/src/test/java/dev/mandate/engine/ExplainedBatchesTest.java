package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.ExplainedContent;
import dev.mandate.domain.explain.ExplainedContent.Body;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.explain.ExplanationFlag;
import dev.mandate.domain.explain.MoneyAmount;
import dev.mandate.domain.explain.MoneyChange;
import dev.mandate.domain.explain.MoneyChange.Direction;
import dev.mandate.domain.explain.MoneyChange.Occasion;
import dev.mandate.domain.explain.MoneyMove;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** A vote on a batch is a vote on all of its transactions, and an execution is one of them. */
class ExplainedBatchesTest {

    private static final long INDEX = 7;

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final Address ann = TestKey.of("ann").address();
    private final Address shop = TestKey.of("shop").address();
    private final AccountRef ref = program.locate(TestKey.of("create key").address());
    private final Address vault = ref.address();
    private final Batches batches = new Batches(ref, INDEX, ann);
    private final TransactionExplainer offline = TransactionExplainer.offline(Network.DEVNET, Solana.SQUADS_V4);

    private Instruction pays(long lamports) {
        return SystemProgram.transfer(vault, shop, BaseUnits.of(lamports));
    }

    private Instruction approval() {
        return program.encode(ref, new Operation.CastVote(ann, INDEX, Vote.APPROVE, Option.none()));
    }

    private Instruction proposal() {
        return program.encode(ref, new Operation.CreateProposal(ann, ann, INDEX));
    }

    /** The batch and its transactions on the chain, with the proposal that is voted on. */
    private Map<Address, AccountData> stored(int vaultIndex, Instruction... transactions) {
        return HashMap.<Address, AccountData>ofEntries(Array.of(transactions)
                        .zipWithIndex()
                        .map(one -> Tuple.of(batches.transaction(one._2 + 1), owned(batches.transactionData(one._1)))))
                .put(batches.address(), owned(batches.data(vaultIndex, transactions.length)))
                .put(program.proposalAddress(ref, INDEX), owned(batches.proposalData()));
    }

    private static AccountData owned(Bytes data) {
        return new AccountData(BaseUnits.of(1), SquadsV4.PROGRAM, data, false);
    }

    private Explanation explained(TransactionExplainer explainer, Instruction... instructions) {
        Bytes transaction = new SolanaFormat()
                .compile(new Message(MessageVersion.LEGACY, ann, new Blockhash(Bytes32.ZERO), Array.of(instructions), Array.empty()))
                .get()
                .transaction();
        return explainer.explain(transaction).getOrElseThrow(refusal -> new AssertionError("not explained: " + refusal));
    }

    private Explanation explained(Map<Address, AccountData> read, Instruction... instructions) {
        return explained(TransactionExplainer.of(Network.DEVNET, Solana.SQUADS_V4, read, Array.empty(), 5), instructions);
    }

    private static Array<MoneyChange> lost(Explanation explanation, Address by) {
        return explanation.money().filter(change -> change.account().equals(by) && change.direction() == Direction.LOSES);
    }

    private Array<MoneyChange> loses(long lamports, Occasion occasion) {
        return Array.of(new MoneyChange(
                vault, new MoneyMove.Asset.Sol(), Direction.LOSES, new MoneyAmount.Exact(BaseUnits.of(lamports)), occasion));
    }

    private static Body.OfBatch batch(Explanation explanation) {
        return explanation.instructions()
                .flatMap(one -> one.content())
                .map(ExplainedContent::body)
                .flatMap(body -> body instanceof Body.OfBatch batch ? Option.some(batch) : Option.<Body.OfBatch>none())
                .single();
    }

    @Test
    void anApprovalShowsEachTransactionOfItsBatch() {
        Explanation explanation = explained(stored(0, pays(5), pays(6)), approval());

        assertTrue(explanation.isUnderstood(), explanation::toString);
        assertEquals(loses(11, Occasion.LATER), lost(explanation, vault));
        assertEquals(Array.of(1L, 2L), batch(explanation).parts().map(Body.OfBatch.Part::number));
        assertTrue(explanation.summary().head().contains("Number 2 of the batch: " + vault + " sends 0.000000006 SOL to " + shop), explanation.summary()::toString);
        assertTrue(explanation.intentHash().isDefined());
    }

    @Test
    void anExecutionMovesTheMoneyOfItsOneTransaction() {
        Explanation explanation = explained(stored(0, pays(5), pays(6)), batches.execute(2));

        assertTrue(explanation.isUnderstood(), explanation::toString);
        assertEquals(loses(6, Occasion.NOW), lost(explanation, vault));
    }

    @Test
    void aBatchThatTheTransactionItselfMakesIsUnderstoodOffline() {
        Explanation explanation = explained(offline, batches.create(0), proposal(), batches.add(1, pays(5)), batches.add(2, pays(6)), approval());

        assertTrue(explanation.isUnderstood(), explanation::toString);
        assertEquals(loses(11, Occasion.LATER), lost(explanation, vault));
        assertEquals(2, batch(explanation).size());
        assertTrue(explanation.intentHash().isDefined());
    }

    @Test
    void aTransactionThatIsAddedToAKnownBatchIsShownWithTheOthers() {
        Explanation explanation = explained(stored(0, pays(5)), batches.add(2, pays(6)), approval());

        assertEquals(2, batch(explanation).size());
        assertEquals(loses(11, Occasion.LATER), lost(explanation, vault));
    }

    @Test
    void anAddedTransactionIsUnreadWhereTheVaultOfItsBatchIsNotKnown() {
        Explanation explanation = explained(offline, batches.add(1, pays(5)));

        assertFalse(explanation.isUnderstood(), explanation::toString);
        assertEquals(Option.none(), explanation.intentHash());
    }

    /** Records instructions as another transaction of the account. */
    private Instruction recording(Instruction... within) {
        return program.encode(
                ref, new Operation.CreateTransaction(ann, ann, INDEX + 1, program.store(ref, 0, Array.of(within), Array.empty()).get(), Option.none()));
    }

    @Test
    void whatStoredInstructionsClaimOfATransactionDoesNotReplaceWhatTheChainHolds() {
        Map<Address, AccountData> stored = stored(0, pays(5));
        Batches other = new Batches(ref, INDEX + 1, ann);
        Instruction otherAdd = other.add(1, pays(1));
        Instruction fake = new Instruction(
                otherAdd.program(),
                otherAdd.accounts().toArray().update(3, AccountMeta.writable(batches.transaction(1))),
                otherAdd.data());

        Array.of(batches.add(1, pays(1)), fake).forEach(claim -> {
            Explanation explanation = explained(stored, recording(claim), approval());

            assertEquals(loses(5, Occasion.LATER), lost(explanation, vault).filter(change -> change.asset() instanceof MoneyMove.Asset.Sol));
            assertTrue(explanation.summary().exists(line -> line.contains("sends 0.000000005 SOL")), explanation.summary()::toString);
        });
    }

    @Test
    void aTransactionIsShownForAVoteEvenIfStoredInstructionsGiveOtherContentForIt() {
        Instruction given = program.encode(
                ref,
                new Operation.CreateTransaction(ann, ann, INDEX, program.store(ref, 0, Array.of(pays(1)), Array.empty()).get(), Option.none()));
        Explanation explanation = explained(stored(0, pays(5)), recording(given), approval());

        assertEquals(1, batch(explanation).parts().length());
    }

    @Test
    void aTransactionOfAnotherBatchIsNotShownUnderThisVault() {
        Batches other = new Batches(ref, INDEX + 1, ann);
        Map<Address, AccountData> stored = stored(0, pays(5)).put(other.address(), owned(other.data(1, 1)));
        Instruction execute = other.execute(1);
        Instruction foreign = new Instruction(
                execute.program(), execute.accounts().toArray().update(4, AccountMeta.readonly(batches.transaction(1))), execute.data());

        Explanation explanation = explained(stored, foreign);

        assertFalse(explanation.isUnderstood(), explanation::toString);
        assertEquals(Option.none(), explanation.intentHash());
    }

    @Test
    void theUnreadEndOfALongBatchStaysEvenIfItsAddressIsNamedBefore() {
        Map<Address, AccountData> stored = stored(0, Array.fill(40, () -> pays(5)).toJavaArray(Instruction[]::new));

        Explanation explanation = explained(stored, batches.execute(33), approval());

        assertFalse(explanation.isUnderstood(), explanation::toString);
        assertEquals(33, batch(explanation).parts().length());
    }

    @Test
    void aTransactionThatWasExecutedMovesNothingAnyMore() {
        Map<Address, AccountData> stored = stored(0, pays(5), pays(6)).put(batches.address(), owned(batches.data(0, 2, 1)));

        Explanation explanation = explained(stored, approval());

        assertEquals(loses(6, Occasion.LATER), lost(explanation, vault));
        assertEquals(
                Array.of(ExplainedContent.Execution.DONE, ExplainedContent.Execution.LATER),
                batch(explanation).parts().map(part -> part.content().execution()));
    }

    @Test
    void anAddedTransactionThatTheChainHoldsIsCountedOnce() {
        Explanation explanation = explained(stored(0, pays(5), pays(6)), batches.add(2, pays(6)), approval());

        assertEquals(2, batch(explanation).size());
        assertEquals(loses(11, Occasion.LATER), lost(explanation, vault));
    }

    @Test
    void aTransactionThatIsAddedAndExecutedMovesItsMoneyOnceAndNow() {
        Explanation explanation = explained(stored(0), batches.add(1, pays(5)), approval(), batches.execute(1));

        assertEquals(loses(5, Occasion.NOW), lost(explanation, vault));
    }

    @Test
    void theAccountOfANewBatchIsJudgedToo() {
        Explanation explanation = explained(offline, batches.create(0));

        assertTrue(
                explanation.flags().exists(flag -> flag.code() == ExplanationFlag.Code.TIME_LOCK_ZERO && flag.address().contains(ref.settings().address())),
                explanation.flags()::toString);
    }

    @Test
    void aBatchThatWasNotReadIsNotUnderstood() {
        Array.of(approval(), batches.execute(1)).forEach(instruction -> {
            Explanation explanation = explained(offline, instruction);

            assertFalse(explanation.isUnderstood(), explanation::toString);
            assertEquals(Option.none(), explanation.intentHash());
        });
    }

    @Test
    void aTransactionOfABatchThatIsGoneIsNotUnderstood() {
        Explanation explanation = explained(stored(0, pays(5), pays(6)).remove(batches.transaction(2)), approval());

        assertFalse(explanation.isUnderstood(), explanation::toString);
    }

    @Test
    void theEndOfALongBatchIsNotUnderstood() {
        Explanation explanation = explained(stored(0, Array.fill(40, () -> pays(5)).toJavaArray(Instruction[]::new)), approval());

        assertFalse(explanation.isUnderstood(), explanation::toString);
        assertEquals(33, batch(explanation).parts().length());
        assertTrue(explanation.summary().head().contains("up to number 40, were not looked into"), explanation.summary()::toString);
        assertEquals(Option.none(), explanation.intentHash());
    }

    @Test
    void aChangeOfRightsWithinABatchIsAChangeOfPower() {
        Instruction handOver = program.encode(ref, new Operation.HandOver(vault, vault, new AdminControl.HeldBy(shop), Option.none()));

        Explanation explanation = explained(stored(0, pays(5), handOver), approval());

        assertEquals(1, explanation.power().length());
    }

    private Instruction assign() {
        return new Instruction(
                SystemProgram.ID, Array.of(AccountMeta.writableSigner(vault)), Bytes.ofHex("01000000" + Bytes.of(shop.toArray()).toHex()));
    }

    @Test
    void giveawaysWithinABatchAreFlagged() {
        Explanation explanation = explained(stored(0, pays(5), assign()), approval());

        assertTrue(explanation.flags().map(ExplanationFlag::code).contains(ExplanationFlag.Code.GIVES_AWAY_VAULT), explanation.flags()::toString);
    }

    @Test
    void anotherContentOfABatchIsAnotherIntent() {
        Map<Address, AccountData> stored = stored(0, pays(5), pays(6));
        Option<Bytes32> intent = explained(stored, approval()).intentHash();

        assertNotEquals(intent, explained(stored(0, pays(6), pays(5)), approval()).intentHash());
        assertNotEquals(intent, explained(stored(1, pays(5), pays(6)), approval()).intentHash());
        assertNotEquals(intent, explained(stored(0, pays(5)), approval()).intentHash());
        Bytes transaction = stored.get(batches.transaction(2)).get().data();
        for (int at = batches.transactionHead(); at < transaction.length(); at++) {
            byte[] changed = transaction.toArray();
            changed[at] ^= 1;
            Map<Address, AccountData> other = stored.put(batches.transaction(2), owned(Bytes.of(changed)));

            assertNotEquals(intent, explained(other, approval()).intentHash(), "byte " + at);
        }
    }

    @Test
    void theOrderOfTheInstructionsThatAddDoesNotHideATransaction() {
        Explanation explanation = explained(stored(0, pays(5)), approval(), batches.execute(1), batches.add(2, pays(6)));

        assertEquals(loses(5, Occasion.NOW).appendAll(loses(6, Occasion.LATER)).toSet(), lost(explanation, vault).toSet());
    }
}
