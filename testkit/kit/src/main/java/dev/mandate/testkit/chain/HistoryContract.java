package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/**
 * The transactions that name an address.
 *
 * <p>Not asserted: how far back a history reaches, because nodes keep histories of different lengths.
 */
abstract class HistoryContract extends ContractFixture {

    /** More than a page of a careless adapter, and fewer than the blocks that a blockhash lives. */
    private static final int MANY = 120;

    HistoryContract(ChainUnderTest tested) {
        super(tested);
    }

    private Signature pays(TestKey payer, Address to) {
        return landed(signed(message(payer, PublishedLayouts.transfer(payer.address(), to, SOL)), payer));
    }

    private Array<Signature> history(Address address, Option<Signature> before, int limit) {
        return answer(chain().history(address, before, limit)).get().map(LandedSignature::signature).toArray();
    }

    private Array<Signature> history(Address address) {
        return history(address, Option.none(), Chain.MAX_HISTORY);
    }

    @Test
    void anUnusedAddressHasNone() {
        assertEquals(Array.empty(), history(stranger().address()));
    }

    @Test
    void saysWhereAndWhenATransactionLanded() {
        AccountsSnapshot before = read();
        TestKey to = stranger();
        Signature signature = pays(rich(), to.address());

        assertEquals(
                Array.of(new LandedSignature(
                        signature, before.slot(), Option.some(before.chainTime()), Option.none())),
                answer(chain().history(to.address(), Option.none(), 10)).get().toArray());
    }

    @Test
    void eachAddressHasItsOwnWhetherItPaidReceivedOrWasCalled() {
        TestKey payer = rich();
        TestKey one = stranger();
        TestKey other = stranger();
        Signature first = pays(payer, one.address());
        Signature second = pays(payer, other.address());

        assertEquals(Array.of(first), history(one.address()));
        assertEquals(Array.of(second), history(other.address()));
        assertEquals(Array.of(second, first), history(payer.address()));
        assertEquals(Array.of(second, first), history(PublishedLayouts.SYSTEM, Option.none(), 2));
    }

    @Test
    void theNewestComeFirstAndAtMostSoManyAsAsked() {
        TestKey payer = rich();
        Array<Signature> newestFirst =
                Array.range(0, 5).map(i -> pays(payer, stranger().address())).reverse();

        assertEquals(newestFirst, history(payer.address()));
        assertEquals(newestFirst.take(2), history(payer.address(), Option.none(), 2));
        assertEquals(newestFirst.slice(2, 4), history(payer.address(), Option.some(newestFirst.get(1)), 2));
        assertEquals(Array.empty(), history(payer.address(), Option.some(newestFirst.last()), 2));
    }

    @Test
    void aLongHistoryIsWhole() {
        TestKey payer = rich();
        Blockhash lifetime = latest().blockhash();
        Array<Signature> newestFirst = Array.range(1, MANY + 1)
                .map(lamports -> landed(signed(message(lifetime, payer, PublishedLayouts.transfer(payer.address(), payer.address(), lamports)), payer)))
                .reverse();

        assertEquals(newestFirst, history(payer.address()));
        assertEquals(MANY, answer(chain().statuses(newestFirst)).count(Option::isDefined));
    }

    @Test
    void beforeMayBeATransactionThatDoesNotNameTheAddress() {
        TestKey payer = rich();
        TestKey to = stranger();
        Signature older = pays(payer, to.address());
        Signature between = pays(payer, stranger().address());
        Signature newer = pays(payer, to.address());

        assertEquals(Array.of(newer, older), history(to.address()));
        assertEquals(Array.of(older), history(to.address(), Option.some(between), 10));
    }

    @Test
    void laterTransactionsDoNotChangeOlderPages() {
        TestKey payer = rich();
        Signature first = pays(payer, stranger().address());
        Signature second = pays(payer, stranger().address());
        Array<Signature> then = history(payer.address(), Option.some(second), 10);
        Signature third = pays(payer, stranger().address());

        assertEquals(Array.of(first), then);
        assertEquals(then, history(payer.address(), Option.some(second), 10));
        assertEquals(Array.of(third, second, first), history(payer.address()));
    }

    @Test
    void saysThatItDoesNotKnowATransactionThatNeverLanded() {
        TestKey payer = rich();
        Signature landed = pays(payer, stranger().address());
        Bytes never = signed(message(payer, PublishedLayouts.transfer(payer.address(), stranger().address(), SOL)), payer);
        Signature unknown = new Signature(Bytes.of(never.toArray(), 1, Signature.LENGTH));

        assertEquals(Option.none(), answer(chain().history(payer.address(), Option.some(unknown), 10)));
        assertEquals(Array.of(landed), history(payer.address()));
    }

    @Test
    void aRefusedTransactionIsNotListed() {
        TestKey payer = rich();
        Bytes tooMuch = signed(
                message(payer, PublishedLayouts.transfer(payer.address(), stranger().address(), 1_000 * SOL)), payer);

        assertInstanceOf(TransactionFailure.InstructionFailed.class, refusal(tooMuch));
        assertEquals(Array.empty(), history(payer.address()));
    }

    @Test
    void timesGoWithTheChainsClock() {
        TestKey payer = rich();
        UnixTime before = read().chainTime();
        Signature early = pays(payer, stranger().address());
        control().advance(100);
        Signature late = pays(payer, stranger().address());

        assertEquals(
                Array.of(new Moment(late, before.plusSeconds(100)), new Moment(early, before)),
                answer(chain().history(payer.address(), Option.none(), 10))
                        .get()
                        .map(one -> new Moment(one.signature(), one.time().get()))
                        .toArray());
    }

    private record Moment(Signature signature, UnixTime time) {}

    @Test
    void countsFromOneToAThousand() {
        Address address = stranger().address();
        for (int limit : new int[] {0, -1, Chain.MAX_HISTORY + 1}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> answer(chain().history(address, Option.none(), limit)).isEmpty());
        }
    }
}
