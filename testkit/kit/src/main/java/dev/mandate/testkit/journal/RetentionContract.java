package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RequestKey;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.store.JournalStore;
import dev.mandate.ports.store.Removed;
import dev.mandate.ports.store.Retention;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Retention}: what it removes and what it keeps. */
public abstract class RetentionContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final UnixTime END = NOW.plusSeconds(60);
    private static final Payload VALUE = new Payload("value", 1, "1");
    private static final RowKey CODE = new RowKey("code", "alice");

    private JournalStore store = new InMemoryJournal();

    /** Returns an empty store for one test. The adapter's test closes its resources after each test. */
    protected abstract JournalStore freshStore();

    @BeforeEach
    final void startFresh() {
        store = freshStore();
    }

    private Journal journal() {
        return store.journal();
    }

    private void write(Commit commit) {
        Either<CommitRefused, Committed> outcome = journal().commit(commit);
        assertTrue(outcome.isRight(), "refused: " + outcome);
    }

    private static Row expiring(RowKey key) {
        return new Row(key, VALUE, Option.some(END));
    }

    @Test
    void aRowKeepsItsExpiryAndIsThereUntilItIsRemoved() {
        write(Commit.at(NOW).change(new RowChange.Insert(expiring(CODE))));
        assertEquals(Option.some(expiring(CODE)), journal().row(CODE));
        assertEquals(Array.of(expiring(CODE)), journal().rows(RowScan.of("code", 10)).items().toArray());
        Commit again = Commit.at(END.plusSeconds(1)).change(new RowChange.Insert(CODE, VALUE));
        assertEquals(Either.left(new CommitRefused.RowPresent(expiring(CODE))), journal().commit(again));
        assertEquals(new Removed(0, 0), store.retention().removeExpired(END.plusSeconds(-1), 10));
        assertEquals(Option.some(expiring(CODE)), journal().row(CODE));
        assertEquals(new Removed(0, 1), store.retention().removeExpired(END, 10));
        assertEquals(Option.none(), journal().row(CODE));
        write(again);
    }

    @Test
    void aReplacedRowHasTheExpiryThatItWasReplacedWith() {
        write(Commit.at(NOW).change(new RowChange.Put(expiring(CODE))));
        write(Commit.at(NOW).change(new RowChange.Put(CODE, VALUE)));
        assertEquals(new Removed(0, 0), store.retention().removeExpired(END, 10));
        assertEquals(Option.some(new Row(CODE, VALUE)), journal().row(CODE));
    }

    @Test
    void answersGoOnceTheyHaveExpiredAndEventsAndMessagesStay() {
        RequestKey key = new RequestKey("tenant", "k");
        write(Commit.at(NOW)
                .append(new StreamId("account", "a"), 0, VALUE)
                .change(new RowChange.Put(CODE, VALUE))
                .answering(new IdempotencyRecord(key, Bytes32.ZERO, VALUE, END)));
        assertEquals(new Removed(0, 0), store.retention().removeExpired(END.plusSeconds(-1), 10));
        assertTrue(journal().answered(key, NOW).isDefined());
        assertEquals(new Removed(1, 0), store.retention().removeExpired(END, 10));
        assertEquals(Option.none(), journal().answered(key, NOW));
        assertEquals(1, journal().events(0, 10).items().size());
        assertEquals(Option.some(new Row(CODE, VALUE)), journal().row(CODE));
    }

    @Test
    void oneGoRemovesNoMoreThanItIsAllowedTo() {
        Commit rows = Array.range(0, 5).foldLeft(Commit.at(NOW), (commit, i) -> commit.change(
                new RowChange.Insert(expiring(new RowKey("code", "n" + i)))));
        write(rows);
        assertEquals(new Removed(0, 3), store.retention().removeExpired(END, 3));
        assertEquals(new Removed(0, 2), store.retention().removeExpired(END, 3));
        assertEquals(new Removed(0, 0), store.retention().removeExpired(END, 3));
        assertThrows(IllegalArgumentException.class, () -> store.retention().removeExpired(END, 0));
    }
}
