package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Simulations, which have no effect.
 *
 * <p>Not asserted: how many compute units a program uses, because releases of the runtime differ.
 */
abstract class SimulationContract extends ContractFixture {

    SimulationContract(ChainUnderTest tested) {
        super(tested);
    }

    private Message transfer(TestKey payer, TestKey to, long lamports) {
        return message(payer, PublishedLayouts.transfer(payer.address(), to.address(), lamports));
    }

    @Test
    void runsAnUnsignedTransaction() {
        TestKey payer = holding(10 * SOL);
        Simulation simulation = answer(chain().simulate(signed(transfer(payer, stranger(), SOL))));
        assertEquals(Option.<TransactionFailure>none(), simulation.failure());
        assertTrue(simulation.computeUnits() > 0);
    }

    @Test
    void lacksTheUnitsThatTheBudgetDoesNotGrant() {
        TestKey payer = holding(10 * SOL);
        Simulation simulation = answer(chain().simulate(signed(
                message(payer, PublishedLayouts.computeUnitLimit(100), PublishedLayouts.transfer(payer.address(), stranger().address(),
                        SOL)),
                payer)));
        assertEquals(
                Option.<TransactionFailure>some(new TransactionFailure.InstructionFailed(
                        0, new InstructionFailure.Named("ComputationalBudgetExceeded"))),
                simulation.failure());
    }

    /** A heap has 32 to 256 KiB, in steps of 1 KiB. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1_024, 31 * 1_024, 32 * 1_024 + 1, 257 * 1_024, -1})
    void takesNoHeapOfAnotherSize(int bytes) {
        assertEquals(
                Option.<TransactionFailure>some(new TransactionFailure.InstructionFailed(
                        1, new InstructionFailure.Named("InvalidInstructionData"))),
                transferAfter(PublishedLayouts.computeUnitPrice(1), PublishedLayouts.heapFrame(bytes)).failure());
    }

    @ParameterizedTest
    @ValueSource(ints = {32 * 1_024, 33 * 1_024, 256 * 1_024})
    void takesAHeapWithinItsBounds(int bytes) {
        assertEquals(
                Option.<TransactionFailure>none(),
                transferAfter(PublishedLayouts.heapFrame(bytes)).failure());
    }

    @Test
    void takesNoLimitOfNoAccountDataAtAll() {
        assertEquals(
                Option.<TransactionFailure>some(new TransactionFailure.Named("InvalidLoadedAccountsDataSizeLimit")),
                transferAfter(PublishedLayouts.loadedAccountsDataLimit(0)).failure());
    }

    @Test
    void loadsNoMoreAccountDataThanItsLimitAllows() {
        Simulation simulation = transferAfter(PublishedLayouts.loadedAccountsDataLimit(ComputeBudget.MAX_LOADED_BYTES));
        int size = simulation.loadedAccountsDataSize().map(Long::intValue).getOrElse(ComputeBudget.MAX_LOADED_BYTES);
        assertEquals(Option.<TransactionFailure>none(), transferAfter(PublishedLayouts.loadedAccountsDataLimit(size)).failure());
        assertEquals(
                Option.some(named("MaxLoadedAccountsDataSizeExceeded")),
                transferAfter(PublishedLayouts.loadedAccountsDataLimit(simulation.loadedAccountsDataSize().isDefined() ? size - 1 : 1))
                        .failure());
    }

    private Simulation transferAfter(Instruction... budget) {
        TestKey payer = holding(10 * SOL);
        Instruction transfer = PublishedLayouts.transfer(payer.address(), stranger().address(), SOL);
        return answer(chain().simulate(
                signed(message(payer, Array.of(budget).append(transfer).toJavaArray(Instruction[]::new)), payer)));
    }

    @Test
    void changesNothing() {
        TestKey payer = holding(10 * SOL);
        TestKey to = stranger();
        var before = read(payer.address(), to.address());
        assertEquals(
                Option.<TransactionFailure>none(),
                answer(chain().simulate(signed(transfer(payer, to, SOL), payer))).failure());
        assertEquals(before, read(payer.address(), to.address()));
    }

    @Test
    void leavesATransactionFreeToLandAfterwards() {
        TestKey payer = holding(10 * SOL);
        TestKey to = stranger();
        Bytes transaction = signed(transfer(payer, to, SOL), payer);
        assertEquals(
                Option.<TransactionFailure>none(), answer(chain().simulate(transaction)).failure());
        lands(transaction);
        assertEquals(SOL, lamports(to));
    }

    @Test
    void saysHowATransactionWouldFail() {
        TestKey payer = holding(SOL);
        Simulation simulation = answer(chain().simulate(signed(transfer(payer, stranger(), 2 * SOL))));
        assertEquals(
                Option.some(new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(1))),
                simulation.failure());
        assertEquals(SOL, lamports(payer));
    }
}
