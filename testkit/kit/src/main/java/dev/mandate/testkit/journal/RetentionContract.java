package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link Retention}: what it removes and what it keeps.
 *
 * <p>Not asserted: that removed answers free space on the disk, because a database may keep the space for later rows.
 */
public abstract class RetentionContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final UnixTime END = NOW.plusSeconds(60);
    private static final Payload VALUE = new Payload("value", 1, "1");
    private static final RowKey ROW = new RowKey("code", "alice");

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

    private static IdempotencyRecord answer(String scope, String key, UnixTime end) {
        return new IdempotencyRecord(new RequestKey(scope, key), Bytes32.ZERO, VALUE, end);
    }

    private void write(IdempotencyRecord... answers) {
        Array.of(answers).forEach(answer -> write(Commit.at(NOW).answering(answer)));
    }

    private Page<IdempotencyRecord> expired(UnixTime now) {
        return page(now, Option.none(), 10);
    }

    private Array<IdempotencyRecord> stored() {
        return store.audit().answers(Option.none(), 10).items().toArray();
    }

    @Test
    void anAnswerIsListedFromItsExpiryOnAndStaysUntilItIsRemoved() {
        IdempotencyRecord answer = answer("tenant", "k", END);
        write(answer);
        assertEquals(Array.empty(), expired(END.plusSeconds(-1)).items());
        assertEquals(new Page<>(Array.of(answer), false), expired(END));
        assertEquals(Option.some(answer), journal().answered(answer.key()));
        store.retention().remove(Array.of(answer));
        assertEquals(Option.none(), journal().answered(answer.key()));
        store.retention().remove(Array.of(answer));
        assertEquals(Array.empty(), expired(END).items());
    }

    @Test
    void onlyTheGivenAnswersGoAndEverythingElseStays() {
        IdempotencyRecord given = answer("tenant", "given", END);
        IdempotencyRecord other = answer("tenant", "other", END);
        write(Commit.at(NOW)
                .append(new StreamId("account", "a"), 0, VALUE)
                .change(new RowChange.Put(ROW, VALUE))
                .answering(given)
                .sending(new OutboxMessage("mail", new Tenant("acme"), new StreamId("account", "a"), VALUE)));
        write(other);
        store.retention().remove(Array.of(given));
        assertEquals(Array.of(other), stored());
        assertEquals(1, journal().events(0, 10).items().size());
        assertEquals(Option.some(new Row(ROW, VALUE)), journal().row(ROW));
        assertEquals(1, store.outbox().open(0, 10).items().size());
    }

    @Test
    void anAnswerThatChangedSinceItWasListedStays() {
        IdempotencyRecord listed = answer("tenant", "k", END);
        RequestKey key = listed.key();
        Bytes32 other = Sha256.of("other");
        write(listed);
        UnixTime now = END;
        for (IdempotencyRecord changed : Array.of(
                new IdempotencyRecord(key, other, VALUE, END),
                new IdempotencyRecord(key, Bytes32.ZERO, new Payload("other", 1, "1"), END),
                new IdempotencyRecord(key, Bytes32.ZERO, new Payload("value", 2, "1"), END),
                new IdempotencyRecord(key, Bytes32.ZERO, new Payload("value", 1, "2"), END),
                new IdempotencyRecord(key, Bytes32.ZERO, VALUE, END.plusSeconds(1)))) {
            write(Commit.at(now).answering(changed));
            store.retention().remove(Array.of(listed));
            assertEquals(Array.of(changed), stored());
            now = changed.expiresAt();
        }
    }

    @Test
    void expiredAnswersAreListedByExpiryScopeAndKeyInPages() {
        IdempotencyRecord late = answer("a", "a", END.plusSeconds(1));
        IdempotencyRecord first = answer("b", "z", END);
        IdempotencyRecord second = answer("b-2", "a", END);
        IdempotencyRecord third = answer("b-2", "b", END);
        write(late, third, second, first, answer("a", "alive", END.plusSeconds(2)));
        UnixTime now = late.expiresAt();
        assertEquals(new Page<>(Array.of(first, second), true), page(now, Option.none(), 2));
        assertEquals(new Page<>(Array.of(third, late), false), page(now, Option.some(second), 2));
        assertEquals(new Page<>(Array.of(first), true), page(now, Option.none(), 1));
        assertEquals(new Page<>(Array.of(third, late), false), page(now, Option.some(second), 10));
        assertEquals(new Page<>(Array.empty(), false), page(now, Option.some(late), 1));
        assertThrows(IllegalArgumentException.class, () -> page(now, Option.none(), 0));
    }

    private Page<IdempotencyRecord> page(UnixTime now, Option<IdempotencyRecord> after, int limit) {
        Page<IdempotencyRecord> page = store.retention().expired(now, after, limit);
        return new Page<>(page.items().toArray(), page.hasMore());
    }
}
