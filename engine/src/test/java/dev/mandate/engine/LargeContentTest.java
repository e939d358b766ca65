package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.account.TransactionBufferAccount;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Content that one transaction does not hold is gathered in a buffer. */
class LargeContentTest extends SplitRequestFixture {


    @Test
    void isGatheredInABuffer() {
        TransactionPlan built = fixture.landed(prepare(account, memo(account, 1_049), ann, bob));

        assertEquals(
                Array.of(Kind.BUFFER_CREATE, Kind.BUFFER_EXTEND, Kind.PROPOSE, Kind.APPROVE, Kind.EXECUTE),
                kinds(built));
        assertInstanceOf(Proposal.Executed.class, fixture.proposal(account, 1));
        assertEquals(Option.none(), fixture.ledger.account(buffer(ann, 0)));
    }

    @Test
    void isProposedInTheSameWay() {
        TransactionPlan built = fixture.landed(propose(account, memo(account, 1_049), ann));

        assertEquals(Array.of(Kind.BUFFER_CREATE, Kind.BUFFER_EXTEND, Kind.PROPOSE), kinds(built));
        fixture.lands(new BuildRequest.CastVotes(
                account, 1, Vote.APPROVE, Array.of(ann, bob), BuildOptions.DEFAULT));
        fixture.lands(EngineFixture.execute(account, 1, cem));
    }

    @Test
    void arrivesUnchanged() {
        fixture.lands(propose(account, memo(account, 1_049), ann));

        TransactionContent content = fixture.custody.transaction(account, 1).get().transaction().content().get();
        assertTrue(content instanceof TransactionContent.VaultInstructions(int vault, Bytes message)
                && vault == 0
                && message.length() > 1_049);
    }

    @Test
    void refundsTheBuffersRentToItsCreator() {
        long before = fixture.ledger.lamports(payer);

        TransactionPlan built = fixture.landed(prepare(account, memo(account, 1_049), ann, bob));

        FeeQuote.Rent rent = built.steps().head().fee().rents().single();
        assertEquals(NewStorage.Kind.TRANSACTION_BUFFER, rent.kind());
        assertEquals(buffer(ann, 0), rent.account());
        assertEquals(Option.some(ann), rent.returnsTo());
        assertEquals(before + rent.lamports().bits(), fixture.ledger.lamports(ann));
    }

    @Test
    void stopsAtTheApprovalsWhereThereIsATimeLock() {
        Address locked = fixture.account(NewAccount.of(2, ann, bob, cem).lockedFor(600));

        TransactionPlan built = fixture.landed(prepare(locked, memo(locked, 1_049), ann, bob));

        assertEquals(Kind.APPROVE, kinds(built).last());
        assertEquals(
                new Phase.AwaitingTimeLock(new TimeLock(600), EngineFixture.START.plusSeconds(600)), built.phase());
        fixture.pass(600);
        assertEquals(Array.of(Kind.ALL), kinds(fixture.landed(EngineFixture.execute(locked, 1, cem))));
    }

    @Test
    void isGoneOnWithWhereItStopped() {
        BuildRequest request = prepare(account, memo(account, 1_049), ann, bob);
        fixture.land(account, fixture.builds(request).steps().head());
        fixture.chain().expireBlockhashes();

        TransactionPlan again = fixture.builds(request);
        assertEquals(
                Array.of(Kind.BUFFER_EXTEND, Kind.PROPOSE, Kind.APPROVE, Kind.EXECUTE), kinds(again));
        fixture.land(account, again.steps().head());
        fixture.chain().expireBlockhashes();

        TransactionPlan last = fixture.landed(request);
        assertEquals(Array.of(Kind.PROPOSE, Kind.APPROVE, Kind.EXECUTE), kinds(last));
        assertInstanceOf(Proposal.Executed.class, fixture.proposal(account, 1));
    }

    @Test
    void doesNotTouchABufferOfOtherContent() {
        fixture.land(account, fixture.builds(prepare(account, memo(account, 1_048), ann, bob)).steps().head());

        fixture.lands(prepare(account, memo(account, 1_049), ann, bob));

        assertTrue(fixture.ledger.account(buffer(ann, 0)).isDefined());
        assertEquals(Option.none(), fixture.ledger.account(buffer(ann, 1)));
    }

    @Test
    void leavesABufferAloneThatOnlyClaimsToHoldIt() {
        Array<Step> steps = fixture.builds(prepare(account, memo(account, 1_049), ann, bob)).steps();
        fixture.land(account, steps.head());
        AccountData begun = fixture.ledger.account(buffer(ann, 0)).get();
        TransactionBufferAccount honest = TransactionBufferAccount.decode(begun.data()).get();
        byte[] other = honest.buffer().toArray();
        other[other.length - 1] ^= 1;
        put(buffer(ann, 0), begun, honest, Bytes.of(other));

        TransactionPlan again = fixture.landed(prepare(account, memo(account, 1_049), ann, bob));

        assertEquals(Kind.BUFFER_CREATE, kinds(again).head());
        assertEquals(buffer(ann, 1), again.steps().head().fee().rents().single().account());
    }

    @Test
    void isRefusedIfAllBuffersOfTheSignerAreOpen() {
        Array<Step> steps = fixture.builds(prepare(account, memo(account, 1_049), ann, bob)).steps();
        fixture.land(account, steps.head());
        AccountData begun = fixture.ledger.account(buffer(ann, 0)).get();
        TransactionBufferAccount first = TransactionBufferAccount.decode(begun.data()).get();
        for (int index = 0; index < 256; index++) {
            put(buffer(ann, index), begun, first, Bytes.EMPTY);
        }

        assertEquals(
                new BuildRefusal.BuffersExhausted(ann, 256),
                fixture.refusal(prepare(account, memo(account, 1_049), ann, bob)));
        fixture.lands(prepare(account, memo(account, 1_049), bob, ann));
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
        fixture.chain().put(address, new AccountData(account.lamports(), account.owner(), data, false));
    }

    private Address buffer(Address creator, int index) {
        SettingsAddress settings = fixture.custody.account(account).get().ref().settings();
        return SquadsAddresses.V4.transactionBuffer(settings, creator, index).address();
    }


    @Test
    void theTransactionIsClosedInTheEnd() {
        Address held = fixture.account(NewAccount.of(2, ann, bob, cem).collectingRentFor(collector));

        TransactionPlan built = fixture.landed(prepare(held, memo(held, 1_049), ann, bob));

        assertEquals(Kind.CLOSE, kinds(built).last());
        long rent = built.steps()
                .flatMap(step -> step.fee().rents())
                .filter(one -> one.returnsTo().contains(collector))
                .map(one -> one.lamports().bits())
                .sum()
                .longValue();
        assertEquals(rent, fixture.ledger.lamports(collector));
    }

    @Test
    void theTotalFeeIsTheSumOfAllSteps() {
        long before = fixture.ledger.lamports(payer);

        TransactionPlan built = fixture.landed(prepare(account, memo(account, 1_049), ann, bob));

        assertThrows(IllegalStateException.class, built::single);
        assertEquals(BaseUnits.of(before - fixture.ledger.lamports(payer)), built.totalFee());
    }

    @Test
    void aComputeBudgetStandsInEachOfThem() {
        ComputeBudget budget = ComputeBudget.of(300_000, BaseUnits.of(1_000_000));

        TransactionPlan built = fixture.landed(new BuildRequest.Prepare(
                account,
                memo(account, 1_049),
                Array.of(ann, bob),
                BuildOptions.DEFAULT.paidBy(payer).withComputeBudget(budget)));

        assertTrue(built.steps().length() > 1);
        assertTrue(built.steps().forAll(step -> step.fee().priority().equals(budget.priorityFee())));
    }
}
