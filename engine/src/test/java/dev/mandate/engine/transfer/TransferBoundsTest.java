package dev.mandate.engine.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferEntry;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much one question looks at, and what becomes of those that are answered in part. */
class TransferBoundsTest {

    private static final Array<Integer> ACCOUNT = Array.of(0);

    private final RecordedChain chain = new RecordedChain();

    @Test
    void aPageLooksIntoSoManyTransactionsAndSaysWhereToGoOn() {
        chain.land(1, ACCOUNT, 1);
        for (int slot = 2; slot < 200; slot++) {
            chain.land(slot, ACCOUNT, 0);
        }

        TransferPage first = chain.page(TransferQuery.newest(10)).get();

        assertEquals(Array.empty(), first.items());
        assertEquals(10 + HistoryPageReader.SPARE_LOOKS, chain.looks());
        assertEquals(chain.all(), following(first));
    }

    @Test
    void failedTransactionsAreSkippedWithoutReadingThem() {
        chain.land(1, ACCOUNT, 1);
        for (int slot = 2; slot < 200; slot++) {
            chain.land(slot, ACCOUNT, -1);
        }

        TransferPage only = chain.page(TransferQuery.newest(10)).get();

        assertEquals(chain.all(), only.transfers().map(Transfer::id));
        assertEquals(Option.none(), only.next());
        assertEquals(1, chain.looks());
    }

    @Test
    void aPagePassesSoManyEntriesBy() {
        chain.land(1, ACCOUNT, 1);
        for (int slot = 2; slot < HistoryPageReader.ENTRIES + 5; slot++) {
            chain.land(slot, ACCOUNT, -1);
        }

        TransferPage first = chain.page(TransferQuery.newest(10)).get();

        assertEquals(Array.empty(), first.items());
        assertEquals(Option.some(5L), first.next().map(TransferCursor::slot));
        assertEquals(chain.all(), following(first));
    }

    /** Each is paid without its owner being named, and is closed by a transaction of the account. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anyNumberOfClosedTokenAccountsIsListedWithinTheBudget(int atOnce) {
        RecordedChain spammed = new RecordedChain(RecordedChain.ADDRESSES.take(1), 60);
        int slot = 1;
        for (int closed = 1; closed <= 300; closed += atOnce) {
            Array<Integer> some = Array.range(closed, closed + atOnce);
            for (int number : some) {
                spammed.land(slot++, Array.of(number), 1);
            }
            spammed.land(slot++, some.prepend(0), 1);
        }

        Array<String> shown = Array.empty();
        Option<TransferQuery> next = Option.some(TransferQuery.newest(50));
        while (next.isDefined()) {
            TransferQuery query = next.get();
            TransferPage page = spammed.page(query).get();
            assertTrue(page.items().nonEmpty() || page.next().isEmpty(), "each page makes progress");
            shown = shown.appendAll(page.transfers().map(Transfer::id));
            next = page.next().map(query::after);
        }

        assertEquals(spammed.all(), shown);
    }

    /** More of them than are read at once, with histories that overlap. */
    @Test
    void whatIsNotReadIsToldAsUnreadable() {
        RecordedChain spammed = new RecordedChain(RecordedChain.ADDRESSES.take(1), 60);
        Array<Integer> many = Array.rangeClosed(1, 40);
        for (int number : many) {
            spammed.land(number, Array.of(number), 1);
        }
        spammed.land(100, many.prepend(0), 1);

        TransferPage page = spammed.page(TransferQuery.newest(50)).get();

        assertEquals(100, page.items().head().slot());
        assertTrue(page.items().tail().head() instanceof TransferEntry.Unreadable, () -> page.items().toString());
    }

    @Test
    void theEndIsSaidWithTheLastItem() {
        chain.land(1, ACCOUNT, 2);
        chain.land(2, ACCOUNT, 1);

        assertEquals(Option.none(), chain.page(TransferQuery.newest(3)).get().next());
        assertEquals(
                Option.some(1L),
                chain.page(TransferQuery.newest(2)).get().next().map(TransferCursor::slot));
    }

    @Test
    void timesBoundTheListAndEndIt() {
        for (int slot = 1; slot <= 300; slot++) {
            chain.land(slot, ACCOUNT, 1);
        }
        TransferQuery query = TransferQuery.newest(100).between(at(100), at(110));

        TransferPage page = chain.page(query).get();

        assertEquals(
                Array.rangeClosedBy(110L, 100L, -1L), page.transfers().map(Transfer::slot));
        assertEquals(Option.none(), page.next());
        assertEquals(11, chain.looks());
    }

    @Test
    void aTransferWithoutATimeIsInNoPeriod() {
        TransferQuery query = TransferQuery.newest(1).between(at(0), at(10));

        assertEquals(false, query.covers(Option.none()));
        assertEquals(true, TransferQuery.newest(1).covers(Option.none()));
        assertEquals(false, query.isOver(Option.none()));
    }

    @Test
    void aPlaceThatTheChainDoesNotKnowIsNone() {
        chain.land(1, ACCOUNT, 1);
        TransferCursor elsewhere = new TransferCursor(
                Option.some(neverLanded()),
                1,
                Signature.EMPTY,
                InstructionPosition.outer(0),
                Array.empty(),
                TransferCursor.Group.ALL);

        assertEquals(
                Either.left(new BuildRefusal.UnknownCursor()),
                chain.page(TransferQuery.newest(1).after(elsewhere)));
    }

    @Test
    void aPageHoldsOneToAHundred() {
        for (int limit : new int[] {-1, 0, 101}) {
            assertThrows(IllegalArgumentException.class, () -> TransferQuery.newest(limit).covers(Option.none()));
        }
        assertEquals(100, TransferQuery.newest(100).limit());
    }

    private static Signature neverLanded() {
        byte[] bytes = new byte[Signature.LENGTH];
        bytes[63] = 1;
        return new Signature(Bytes.of(bytes));
    }

    private static UnixTime at(long slot) {
        return new UnixTime(1_000_000 + slot);
    }

    /** All that the pages after this one hold. */
    private Array<String> following(TransferPage page) {
        Array<String> ids = Array.empty();
        Option<TransferCursor> next = page.next();
        while (next.isDefined()) {
            TransferPage then = chain.page(TransferQuery.newest(10).after(next.get())).get();
            ids = ids.appendAll(then.transfers().map(Transfer::id));
            next = then.next();
        }
        return ids;
    }
}
