package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Requests that ask for transactions of version 1. */
class Version1BuildTest extends SplitRequestFixture {

    private BuildRequest version1(Address held, Bytes transaction, Array<Address> signers) {
        return new BuildRequest.Prepare(
                held, transaction, signers, BuildOptions.DEFAULT.paidBy(payer).withVersion(TransactionVersion.V1));
    }

    private static CompiledMessage message(Step step) {
        return WireTransaction.parse(step.unsigned().transaction()).get().message();
    }

    @Test
    void oneTransactionReplacesSeveralOfVersion0() {
        Array<Address> voters = people(10);
        Address held = fixture.account(NewAccount.of(7, voters.toJavaArray(Address[]::new)));
        assertTrue(fixture.builds(prepare(held, memo(held, 1_049), voters)).steps().length() > 1);

        TransactionPlan built = fixture.landed(version1(held, memo(held, 1_049), voters));

        Step step = built.single();
        assertEquals(MessageVersion.V1, message(step).version());
        assertEquals(8, step.unsigned().signers().length());
        assertEquals(4_096, step.unsigned().maxBytes());
    }

    @Test
    void limitsCoverItsNeedsWithAMargin() {
        TransactionConfig config = message(fixture.builds(version1(account, ClientTransactions.transfer(account, shop, 1), Array.of(ann, bob)))
                        .single())
                .config();

        assertEquals(Option.none(), config.priorityFeeLamports());
        assertEquals(Option.none(), config.heapSize());
        assertTrue(config.computeUnitLimit().get() < 1_400_000, config::toString);
        assertEquals(Option.some(32L * 1_024), config.loadedAccountsDataSizeLimit());
    }

    @Test
    void thePriorityFeeOfTheContentIsThatOfTheConfig() {
        Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL));
        Bytes given = ClientTransactions.transaction(
                account,
                ComputeBudgetProgram.setComputeUnitLimit(200_000),
                ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(50_000)),
                transfer);

        Step step = fixture.landed(version1(account, given, Array.of(ann, bob))).single();

        assertTrue(message(step).config().computeUnitLimit().exists(units -> units < 200_000));
        assertEquals(Option.some(10_000L), message(step).config().priorityFeeLamports());
        assertEquals(BaseUnits.of(10_000), step.fee().priority());
        assertTrue(message(step).staticKeys().forAll(key -> !key.equals(ComputeBudgetProgram.ID)));
    }

    @Test
    void aPriorityFeeAboveTheHostsCapIsRefused() {
        Bytes given = ClientTransactions.transaction(
                account,
                ComputeBudgetProgram.setComputeUnitLimit(1_000_000),
                ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_001)),
                SystemProgram.transfer(account, shop, BaseUnits.of(1)));

        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.of(10_000_001), BaseUnits.of(10_000_000))),
                fixture.refusal(version1(account, given, Array.of(ann, bob))));
    }

    @Test
    void laterStepsAskForTheMost() {
        Array<Address> voters = people(20);
        Address held = fixture.account(NewAccount.of(15, voters.toJavaArray(Address[]::new)));

        TransactionPlan built = fixture.landed(version1(held, ClientTransactions.transfer(held, shop, EngineFixture.SOL), voters));

        assertEquals(Array.of(Kind.PROPOSE, Kind.APPROVE, Kind.EXECUTE), kinds(built));
        assertEquals(12, built.steps().head().unsigned().signers().length());
        assertEquals(Option.some(1_400_000L), message(built.steps().last()).config().computeUnitLimit());
        assertEquals(
                Option.some(64L * 1_024 * 1_024), message(built.steps().last()).config().loadedAccountsDataSizeLimit());
    }
}
