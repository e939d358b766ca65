package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link AuditReader}: it lists every table completely, page by page. Part of {@link StoreContract}.
 *
 * <p>Not asserted: that all pages show one state while others write, because an audit reads page by page.
 */
abstract class AuditContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final Payload VALUE = new Payload("value", 1, "1");

    private JournalStore store = new InMemoryJournal();

    /** Returns an empty store for one test. The adapter's test closes its resources after each test. */
    protected abstract JournalStore freshStore();

    @BeforeEach
    final void startFresh() {
        store = freshStore();
    }

    private void write(Commit commit) {
        assertTrue(store.journal().commit(commit).isRight());
    }

    /** Reads five items in pages of two. */
    private static <T, K> Array<T> paged(Function<Option<K>, Page<T>> pages, Function<T, K> key) {
        Page<T> first = pages.apply(Option.none());
        Page<T> second = pages.apply(first.items().lastOption().map(key));
        Page<T> third = pages.apply(second.items().lastOption().map(key));
        assertEquals(Array.of(true, true, false), Array.of(first, second, third).map(Page::hasMore));
        return Array.of(first, second, third).flatMap(Page::items);
    }

    @Test
    void rowsOfAllKindsAreListedInTheOrderOfKindAndKey() {
        Array<Row> inOrder = Array.of(
                        new RowKey("code", "B"),
                        new RowKey("code", "a"),
                        new RowKey("code-2", "a"),
                        new RowKey("code2", "!"),
                        new RowKey("codex", "!"))
                .map(key -> new Row(key, VALUE));
        inOrder.reverse().forEach(row -> write(Commit.at(NOW).change(new RowChange.Put(row))));
        assertEquals(inOrder, paged(after -> store.audit().allRows(after, 2), Row::key));
        assertThrows(IllegalArgumentException.class, () -> store.audit().allRows(Option.none(), 0));
    }

    @Test
    void answersAreListedInTheOrderOfScopeAndKeyExpiredOnesToo() {
        Array<IdempotencyRecord> inOrder = Array.of(
                        new RequestKey("acme", "B"),
                        new RequestKey("acme", "a"),
                        new RequestKey("acme-2", "a"),
                        new RequestKey("acme2", "!"),
                        new RequestKey("acmex", "!"))
                .map(key -> new IdempotencyRecord(key, Bytes32.ZERO, VALUE, NOW.plusSeconds(-1)));
        inOrder.reverse().forEach(answer -> write(Commit.at(NOW).answering(answer)));
        assertEquals(inOrder, paged(after -> store.audit().answers(after, 2), IdempotencyRecord::key));
        assertThrows(IllegalArgumentException.class, () -> store.audit().answers(Option.none(), Journal.MAX_PAGE + 1));
    }

    /** Messages that are leased or given up on are listed too. */
    @Test
    void theRestIsReadAsByTheOtherPorts() {
        RequestKey key = new RequestKey("acme", "k");
        RowKey row = new RowKey("code", "alice");
        write(Commit.at(NOW)
                .append(ALPHA, 0, VALUE, VALUE)
                .change(new RowChange.Put(row, VALUE))
                .answering(new IdempotencyRecord(key, Bytes32.ZERO, VALUE, NOW.plusSeconds(60)))
                .sending(message("leased"))
                .sending(message("buried"))
                .sending(message("waiting")));
        assertEquals(Option.none(), store.checkpoints().append(CheckpointContract.signed(1, Checkpoint.NONE)));
        assertTrue(store.outbox().claim(Claim.of("leased", NOW, 30)).isDefined());
        Delivery buried = store.outbox().claim(Claim.of("buried", NOW, 30)).get();
        assertEquals(Option.none(), store.outbox().bury(buried.lease(), "550 no such user", NOW));

        Journal journal = store.journal();
        AuditReader audit = store.audit();
        assertEquals(3, audit.open(0, 10).items().size());
        assertEquals(store.outbox().open(1, 1), audit.open(1, 1));
        assertEquals(journal.version(ALPHA), audit.version(ALPHA));
        assertEquals(journal.stream(ALPHA, 0, 1), audit.stream(ALPHA, 0, 1));
        assertEquals(journal.events(0, 10), audit.events(0, 10));
        assertEquals(journal.row(row), audit.row(row));
        assertEquals(journal.rows(RowScan.of("code", 10)), audit.rows(RowScan.of("code", 10)));
        assertEquals(journal.answered(key), audit.answered(key));
        assertEquals(store.checkpoints().latest(), audit.latest());
        assertEquals(store.checkpoints().checkpoints(0, 10), audit.checkpoints(0, 10));
    }

    private static OutboxMessage message(String topic) {
        return new OutboxMessage(topic, new Tenant("acme"), ALPHA, VALUE);
    }
}
