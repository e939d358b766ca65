package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.engine.AlteredChain;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandingHint;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How far the history is searched for a message, and at what cost. */
class MessageSearchTest {

    private final SimulatedChain chain = SimulatedChain.trustingSignatures(new UnixTime(1_764_547_200));
    private final TestKey payer = TestKey.of("search/payer");
    private final Address shop = TestKey.of("search/shop").address();
    private final Bytes unknown = Bytes.of(new byte[] {1, 2, 3});
    private final BoundedCache<Tuple2<Chain, Signature>, Bytes32> read = new BoundedCache<>(14);

    MessageSearchTest() {
        chain.fund(payer.address(), BaseUnits.of(1_000_000_000_000L));
        chain.fund(shop, BaseUnits.of(1_000_000_000));
    }

    /** Pays {@code lamports}; returns the message. */
    private Bytes pay(Address to, long lamports) {
        Message message = new Message(
                MessageVersion.LEGACY,
                payer.address(),
                chain.latestBlockhash().get().blockhash(),
                Array.of(SystemProgram.transfer(payer.address(), to, BaseUnits.of(lamports))),
                Array.empty());
        assertInstanceOf(SendOutcome.Accepted.class, chain.send(TestTransactions.standingIn(message, Array.of(payer))).get());
        return TestTransactions.compiled(message).serialize();
    }

    private void payTheShop(int times) {
        for (int i = 1; i <= times; i++) {
            var unused = pay(shop, i);
        }
    }

    private MessageSearch.Found find(Chain over, Bytes message, long earliest, Address... named) {
        return new MessageSearch(over, read).find(message, Array.of(named), earliest).get();
    }

    private static HistorySearch since(MessageSearch.Found found, long earliest) {
        return assertInstanceOf(MessageSearch.Found.Nothing.class, found).since(earliest);
    }

    @Test
    void readsNothingThatLandedBeforeTheMessageCould() {
        payTheShop(40);
        long earliest = chain.latestBlockhash().get().slot() + 1;
        AlteredChain counted = new AlteredChain(chain, "landingHint", arguments -> LandingHint.NONE);

        assertEquals(HistorySearch.COMPLETE, since(find(counted.chain(), unknown, earliest, payer.address()), earliest));

        assertEquals(0, counted.calls("landed"));
    }

    @Test
    void readsInBatchesToTheFirstEntry() {
        Bytes first = pay(shop, 100);
        payTheShop(59);
        AlteredChain counted = new AlteredChain(chain, "landingHint", arguments -> LandingHint.NONE);

        assertEquals(first, assertInstanceOf(MessageSearch.Found.Landed.class, find(counted.chain(), first, 0, payer.address())).as().message());

        assertEquals(3, counted.calls("landed"));
    }

    @Test
    void aSearchWithoutCallsLeftGoesOnWhereItEnded() {
        Bytes first = pay(shop, 100);
        payTheShop(119);
        AtomicInteger left = new AtomicInteger();
        Chain over = new AlteredChain(chain, "landed", arguments -> left.getAndDecrement() > 0
                        ? chain.landed(((Seq<?>) arguments[0]).map(Signature.class::cast))
                        : Either.left(new ChainFault.BudgetExceeded(60)))
                .chain();

        Array<MessageSearch.Found> found = Array.range(0, 3).map(time -> {
            left.set(2);
            return find(over, first, 0, payer.address());
        });

        MessageSearch.Found.Nothing begun = assertInstanceOf(MessageSearch.Found.Unfinished.class, found.get(0)).far();
        MessageSearch.Found.Nothing more = assertInstanceOf(MessageSearch.Found.Unfinished.class, found.get(1)).far();
        assertTrue(more.reached() < begun.reached(), found::toString);
        assertInstanceOf(MessageSearch.Found.Landed.class, found.get(2));
    }

    @Test
    void readsTheShortestHistoryOfTheMessagesAccounts() {
        Address other = TestKey.of("search/other").address();
        Bytes rare = pay(other, 1_000_000);
        payTheShop(Chain.MAX_HISTORY);

        assertInstanceOf(MessageSearch.Found.Landed.class, find(chain, rare, 0, payer.address(), other));
        assertEquals(HistorySearch.COMPLETE, since(find(chain, unknown, 0, payer.address(), other), 0));
    }

    @Test
    void saysHowFarItCameIfTheHistoryIsTooLong() {
        payTheShop(Chain.MAX_HISTORY + 1);
        long latest = chain.latestBlockhash().get().slot();

        MessageSearch.Found found = find(chain, unknown, 0, payer.address(), shop);

        assertEquals(HistorySearch.CUT_SHORT, since(found, 0));
        assertEquals(HistorySearch.COMPLETE, since(found, latest - 100));
    }
}
