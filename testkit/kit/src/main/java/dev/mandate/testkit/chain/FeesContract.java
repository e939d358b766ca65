package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/**
 * The fee of a transaction and the rent of an account.
 *
 * <p>Not asserted: how high recent prices are, because they depend on what other clients pay.
 */
abstract class FeesContract extends ContractFixture {

    FeesContract(ChainUnderTest tested) {
        super(tested);
    }

    /** Returns the fee that the chain announces, after a check that the payer pays this amount. */
    private long fee(TestKey payer, Array<TestKey> others, Instruction... instructions) {
        Message message = message(payer, instructions);
        long quoted = answer(chain().fees(Array.of(TestTransactions.compiled(message).serialize()))).head().bits();
        long before = lamports(payer);
        lands(signed(message, others.prepend(payer).toJavaArray(TestKey[]::new)));
        assertEquals(quoted, before - lamports(payer));
        return quoted;
    }

    private static Instruction pay(TestKey from, Address to) {
        return PublishedLayouts.transfer(from.address(), to, RENT_MINIMUM);
    }

    @Test
    void asksTheRentMinimumByLength() {
        assertAll(
                () -> assertEquals(BaseUnits.of(890_880), answer(chain().rentExemptMinimum(0))),
                () -> assertEquals(BaseUnits.of(2_039_280), answer(chain().rentExemptMinimum(165))),
                () -> assertEquals(
                        BaseUnits.of((10_000 + 128) * 6_960L), answer(chain().rentExemptMinimum(10_000))));
    }

    @Test
    void takes5000LamportsForEachSignature() {
        TestKey payer = rich();
        TestKey sender = rich();
        TestKey another = rich();
        assertEquals(SIGNATURE_FEE, fee(payer, Array.empty(), PublishedLayouts.transfer(payer.address(), payer.address(), 1)));
        assertEquals(2 * SIGNATURE_FEE, fee(payer, Array.of(sender), pay(sender, stranger().address())));
        assertEquals(
                3 * SIGNATURE_FEE,
                fee(payer, Array.of(sender, another), pay(sender, another.address()), pay(another, sender.address())));
    }

    @Test
    void takesThePriceOfTheComputeUnitsAskedForRoundedUp() {
        TestKey payer = rich();
        TestKey sender = rich();
        assertEquals(
                2 * SIGNATURE_FEE + 15_001,
                fee(
                        payer,
                        Array.of(sender),
                        PublishedLayouts.computeUnitLimit(10_001),
                        PublishedLayouts.computeUnitPrice(1_499_900),
                        pay(sender, stranger().address())));
    }

    @Test
    void takesThePriceOf3000UnitsForEachNativeInstructionWhereNoLimitIsSet() {
        TestKey payer = rich();
        TestKey sender = rich();
        assertEquals(
                2 * SIGNATURE_FEE + 3 * 3_000,
                fee(
                        payer,
                        Array.of(sender),
                        PublishedLayouts.computeUnitPrice(1_000_000),
                        pay(sender, stranger().address()),
                        pay(sender, stranger().address())));
    }

    @Test
    void takesThePriceOf200000UnitsForEachOtherInstructionWhereNoLimitIsSet() {
        TestKey payer = rich();
        TestKey owner = stranger();
        Address mint = stranger().address();
        Address source = stranger().address();
        control().put(mint, PublishedLayouts.mint(6, 100));
        control().put(source, PublishedLayouts.tokenAccount(mint, owner.address(), 100));
        assertEquals(
                2 * SIGNATURE_FEE + 3_000 + 200_000,
                fee(
                        payer,
                        Array.of(owner),
                        PublishedLayouts.computeUnitPrice(1_000_000),
                        PublishedLayouts.transferChecked(source, mint, source, owner.address(), 1, 6)));
    }

    @Test
    void tellsTheFeeOfEachMessageInTheOrderAsked() {
        TestKey payer = rich();
        TestKey sender = rich();
        Array<Message> messages = Array.of(
                message(payer, pay(sender, stranger().address())),
                message(payer, PublishedLayouts.transfer(payer.address(), payer.address(), 1)));

        assertEquals(
                Array.of(BaseUnits.of(2 * SIGNATURE_FEE), BaseUnits.of(SIGNATURE_FEE)),
                answer(chain().fees(messages.map(message -> TestTransactions.compiled(message).serialize()))));
        assertEquals(Array.empty(), answer(chain().fees(Array.empty())));
    }

    @Test
    void returnsRecentPricesOfAComputeUnit() {
        TestKey payer = rich();
        Address to = stranger().address();
        for (long price : new long[] {0, 70_000}) {
            lands(signed(
                    message(
                            payer,
                            PublishedLayouts.computeUnitLimit(10_000),
                            PublishedLayouts.computeUnitPrice(price),
                            PublishedLayouts.transfer(payer.address(), to, RENT_MINIMUM)),
                    payer));
        }
        assertEquals(
                Array.of(BaseUnits.ZERO, BaseUnits.of(70_000)),
                answer(chain().recentUnitPrices(Array.of(payer.address(), to))).takeRight(2));
    }
}
