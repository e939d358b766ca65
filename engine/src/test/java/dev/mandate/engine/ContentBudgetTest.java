package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.solana.programs.ComputeBudgetInstruction.LoadedAccountsDataLimit;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The compute budget of a transaction to be prepared was stated for its own instructions. Its limits are not asked for, and its priority fee is
 * what all transactions of the plan pay together.
 */
class ContentBudgetTest extends SplitRequestFixture {

    private final Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL));

    private Bytes content(Instruction of, long limit, long price) {
        return ClientTransactions.transaction(
                account,
                ComputeBudgetProgram.setComputeUnitLimit(limit),
                ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(price)),
                of);
    }

    private static BaseUnits paid(TransactionPlan built) {
        return built.steps().map(step -> step.fee().priority()).fold(BaseUnits.ZERO, (sum, fee) -> sum.plus(fee).get());
    }

    private static long units(Step step) {
        return EngineFixture.computeBudget(step).unitLimit().get();
    }

    /** Right after the transfer ran alone it had used up limits like these. */
    @Test
    void itsLimitsAreNoLimitsOfTheWholeTransaction() {
        Bytes wallets = ClientTransactions.transaction(
                account,
                ComputeBudgetProgram.setComputeUnitLimit(450),
                ComputeBudgetProgram.encode(new LoadedAccountsDataLimit(1)),
                transfer);

        TransactionPlan built = fixture.landed(prepare(account, wallets, ann, bob));

        Simulation simulation = built.simulation().get();
        assertEquals(Option.none(), simulation.failure());
        assertEquals(ComputeBudget.fitting(simulation), EngineFixture.computeBudget(built.single()));
    }

    @ParameterizedTest
    @CsvSource({"450, 200000", "500, 9865", "1400000, 1", "1, 1", "1, 1000000", "1400000, 7142857", "300000, 0", "999999, 1234567"})
    void itsPriorityFeeIsPaidOnce(long limit, long price) {
        BaseUnits wish = BaseUnits.of(Math.ceilDiv(limit * price, 1_000_000));
        for (TransactionVersion version : TransactionVersion.values()) {
            TransactionPlan built = fixture.builds(new BuildRequest.Prepare(
                    account, content(transfer, limit, price), Array.of(ann, bob), BuildOptions.DEFAULT.paidBy(payer).withVersion(version)));

            assertEquals(wish, built.single().fee().priority());
            fixture.land(built);
            fixture.ledger.fund(account, 2 * EngineFixture.SOL);
        }
        TransactionPlan proposed = fixture.landed(new BuildRequest.Propose(
                account, new Proposable.Transaction(content(transfer, limit, price)), ann, BuildOptions.DEFAULT));
        assertEquals(wish, proposed.single().fee().priority());
    }

    /** Rounded by a lamport at most for each transaction that asks for more than a million units. */
    @ParameterizedTest
    @CsvSource({"1000, 200000", "500, 9865", "200000, 50000", "1400000, 1000000", "7, 0"})
    void ofSeveralTransactionsEachPaysAShare(long limit, long price) {
        TransactionPlan built = fixture.builds(prepare(
                account, content(wideTransfer(account, 28), limit, price), ann, bob));

        assertTrue(built.steps().length() > 1);
        long wish = Math.ceilDiv(limit * price, 1_000_000);
        long paid = paid(built).bits();
        assertTrue(wish - built.steps().length() <= paid && paid <= wish, wish + " as against " + paid);
        Array<Step> priced = built.steps().filter(step -> EngineFixture.computeBudget(step).unitPrice().isDefined());
        long units = priced.map(ContentBudgetTest::units).sum().longValue();
        priced.forEach(step -> assertTrue(
                Math.abs(wish * units(step) / units - step.fee().priority().bits()) <= 2, step::toString));
        fixture.land(built);
    }

    @Test
    void aPriceWithoutALimitCountsForTheUnitsThatTheNetworkGrants() {
        Bytes given = ClientTransactions.transaction(
                account, ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(1_000_000)), transfer);

        assertEquals(BaseUnits.of(6_000), fixture.landed(prepare(account, given, ann, bob)).single().fee().priority());
    }

    @Test
    void inVersion1TheConfigNamesThePriorityFee() {
        Bytes given = ClientTransactions.version1(
                account,
                new TransactionConfig(Option.some(5_000L), Option.some(450L), Option.some(1_000L), Option.none()),
                transfer);

        assertEquals(BaseUnits.of(5_000), fixture.landed(prepare(account, given, ann, bob)).single().fee().priority());
    }

    @Test
    void theBudgetOfTheOptionsReplacesIt() {
        TransactionPlan built = fixture.landed(new BuildRequest.Prepare(
                account,
                content(transfer, 450, 200_000),
                Array.of(ann, bob),
                BuildOptions.DEFAULT.withComputeBudget(ComputeBudget.of(300_000, BaseUnits.of(10)))));

        assertEquals(BaseUnits.of(3), built.single().fee().priority());
    }
}
