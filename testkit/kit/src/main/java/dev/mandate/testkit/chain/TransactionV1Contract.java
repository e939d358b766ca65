package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Option;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Transactions of version 1 (SIMD-0385).
 *
 * <p>Not asserted: each malformed form of a message, because a node refuses all of them alike.
 */
abstract class TransactionV1Contract extends ContractFixture {

    private static final long PRIORITY_FEE = 7_777;
    private static final TransactionConfig ENOUGH = config(10_000, ComputeBudget.MAX_LOADED_BYTES);

    private final Option<FailedLanding> landing;

    TransactionV1Contract(ChainUnderTest tested) {
        super(tested);
        this.landing = tested.failedLanding();
    }

    private static TransactionConfig config(long units, long loadedBytes) {
        return new TransactionConfig(Option.some(PRIORITY_FEE), Option.some(units), Option.some(loadedBytes), Option.none());
    }

    private Message version1(TestKey payer, TransactionConfig config, Instruction... instructions) {
        return new Message(
                MessageVersion.V1, payer.address(), latest().blockhash(), config, List.of(instructions), List.empty());
    }

    private Message transfer(TestKey payer, TransactionConfig config) {
        return version1(payer, config, PublishedLayouts.transfer(payer.address(), stranger().address(), SOL));
    }

    private Simulation simulated(TransactionConfig config) {
        TestKey payer = rich();
        return answer(chain().simulate(signed(transfer(payer, config), payer)));
    }

    @Test
    void landsWithMoreBytesThanOtherVersionsHold() {
        TestKey payer = rich();
        Array<Instruction> transfers = Array.fill(
                50, () -> PublishedLayouts.transfer(payer.address(), stranger().address(), RENT_MINIMUM));
        Message message = version1(payer, ENOUGH, transfers.toJavaArray(Instruction[]::new));
        Bytes transaction = signed(message, payer);
        assertTrue(transaction.length() > 2_000, () -> transaction.length() + " bytes");
        Signature signature = landed(transaction);

        assertEquals(Option.none(), answer(chain().statuses(List.of(signature))).head().get().failure());
        LandedTransaction landed = answer(chain().landed(signature)).get();
        assertEquals(transaction.slice(0, transaction.length() - Signature.LENGTH), landed.message());
        assertEquals(transfers, landed.instructions().map(ran -> ran.instruction()).toArray());
        Address last = transfers.last().accounts().last().address();
        assertEquals(
                Option.some(signature),
                answer(chain().history(last, Option.none(), 1)).get().headOption().map(one -> one.signature()));
    }

    @Test
    void paysForItsSignaturesAndThePriorityFeeOfItsConfig() {
        TestKey payer = rich();
        TestKey sender = rich();
        Message message = version1(
                payer,
                ENOUGH,
                PublishedLayouts.computeUnitPrice(1_000_000_000),
                PublishedLayouts.transfer(sender.address(), stranger().address(), SOL));
        assertEquals(
                2 * SIGNATURE_FEE + PRIORITY_FEE,
                answer(chain().fees(List.of(TestTransactions.compiled(message).serialize()))).head().bits());
        lands(signed(message, payer, sender));
        assertEquals(100 * SOL - 2 * SIGNATURE_FEE - PRIORITY_FEE, lamports(payer));
    }

    @Test
    void hasNoUnitsAndLoadsNothingUnlessItAsks() {
        Option<TransactionFailure> loadsTooMuch = Option.some(named("MaxLoadedAccountsDataSizeExceeded"));
        assertEquals(loadsTooMuch, simulated(TransactionConfig.NONE).failure());
        assertEquals(
                loadsTooMuch,
                simulated(new TransactionConfig(Option.none(), Option.some(10_000L), Option.none(), Option.none())).failure());
        assertTrue(simulated(config(0, ComputeBudget.MAX_LOADED_BYTES)).failure().isDefined());
        Simulation enough = simulated(ENOUGH);
        assertEquals(Option.none(), enough.failure());
        long loaded = enough.loadedAccountsDataSize().get();
        assertEquals(Option.none(), simulated(config(enough.computeUnits(), loaded)).failure());
        assertTrue(simulated(config(enough.computeUnits() - 1, loaded)).failure().isDefined());
        assertEquals(loadsTooMuch, simulated(config(enough.computeUnits(), loaded - 1)).failure());
    }

    @Test
    void paysAlsoIfItMayNotLoadItsAccounts() {
        Assumptions.assumeTrue(landing.isDefined(), "the chain lands nothing that fails");
        TestKey payer = rich();
        Bytes transaction = signed(transfer(payer, config(10_000, 1)), payer);
        landing.get().land(transaction);
        Signature signature = new Signature(transaction.slice(transaction.length() - Signature.LENGTH, Signature.LENGTH));
        assertEquals(
                Option.some(named("MaxLoadedAccountsDataSizeExceeded")),
                answer(chain().statuses(List.of(signature))).head().get().failure());
        assertEquals(100 * SOL - SIGNATURE_FEE - PRIORITY_FEE, lamports(payer));
    }

    @Test
    void isNotReadWithBytesBehindItsSignatures() {
        TestKey payer = rich();
        Bytes transaction = signed(transfer(payer, ENOUGH), payer);
        byte[] longer = java.util.Arrays.copyOf(transaction.toArray(), transaction.length() + 1);
        assertTrue(chain().send(Bytes.of(longer)).isLeft());
    }
}
