package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The guarantees of a {@link Journal} when many threads write at once. Part of {@link JournalContract}.
 *
 * <p>Not asserted: which writer wins, or in which order the others follow, because the scheduler decides it.
 */
public abstract class JournalRaceContract {

    private static final int THREADS = 8;
    private static final int ROUNDS = 25;
    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final StreamId CONTESTED = new StreamId("account", "contested");
    private static final RowKey TALLY = new RowKey("tally", "contested");

    /** Returns an empty store for one test. The adapter's test closes its resources after each test. */
    protected abstract JournalStore freshStore();

    private static Payload text(String content) {
        return new Payload("text", 1, content);
    }

    private static int number(Payload payload) {
        return Integer.parseInt(payload.content());
    }

    @Test
    void exactlyOneWriterOfAVersionWins() throws Exception {
        Journal journal = freshStore().journal();
        for (int round = 0; round < ROUNDS; round++) {
            long version = round;
            List<Either<CommitRefused, Committed>> outcomes = ConcurrentCalls.run(THREADS, thread ->
                    () -> journal.commit(Commit.at(NOW).append(CONTESTED, version, text("from " + thread))));
            Seq<Either<CommitRefused, Committed>> losers = Array.ofAll(outcomes).filter(Either::isLeft);
            assertEquals(THREADS - 1, losers.size());
            assertTrue(losers.forAll(loser ->
                    loser.getLeft().equals(new CommitRefused.VersionConflict(CONTESTED, version, version + 1))));
            assertEquals(version + 1, journal.version(CONTESTED));
        }
    }

    /** All threads increment one row, each time with an event, a message and an answer. A partial commit would make these unequal. */
    @Test
    void concurrentCommitsAreNotLostDoubledOrPartial() throws Exception {
        JournalStore store = freshStore();
        Journal journal = store.journal();
        int total = THREADS * ROUNDS;
        List<Integer> conflicts = ConcurrentCalls.run(THREADS, thread -> () -> {
            int met = 0;
            for (int done = 0; done < ROUNDS; ) {
                long version = journal.version(CONTESTED);
                int next = Math.toIntExact(version) + 1;
                RequestKey key = new RequestKey("thread-" + thread, "" + done);
                Commit commit = Commit.at(NOW)
                        .append(CONTESTED, version, text("" + next))
                        .append(new StreamId("account", "own-" + thread), done, text("" + next))
                        .change(new RowChange.Put(TALLY, text("" + next)))
                        .answering(new IdempotencyRecord(key, Bytes32.ZERO, text("" + next), NOW.plusSeconds(1)))
                        .sending(new OutboxMessage("mail", new Tenant("acme"), CONTESTED, text("" + next)));
                Either<CommitRefused, Committed> outcome = journal.commit(commit);
                if (outcome.isRight()) {
                    done++;
                } else {
                    met++;
                    // Each conflict is the success of another thread.
                    assertTrue(met <= total, () -> "conflicts without end, the last one " + outcome.getLeft());
                }
            }
            return met;
        });

        assertEquals(THREADS, conflicts.size());
        Seq<RecordedEvent> contested = journal.stream(CONTESTED, 0, Journal.MAX_PAGE).items();
        Seq<Integer> expected = Array.rangeClosed(1, total);
        assertEquals(expected, contested.map(event -> number(event.payload())).toArray());
        assertEquals(expected, contested.map(event -> (int) event.version()).toArray());
        assertEquals(total, journal.row(TALLY).map(row -> number(row.value())).get());
        Seq<RecordedMessage> messages = store.outbox().open(0, Journal.MAX_PAGE).items();
        assertEquals(expected, messages.map(sent -> number(sent.message().payload())).toArray());
        Seq<RecordedEvent> all = journal.events(0, Journal.MAX_PAGE).items();
        assertEquals(2 * total, all.size());
        assertTrue(all.zip(all.tail()).forAll(pair -> pair._1.position() < pair._2.position()));
        for (int thread = 0; thread < THREADS; thread++) {
            StreamId own = new StreamId("account", "own-" + thread);
            Seq<Integer> written = journal.stream(own, 0, Journal.MAX_PAGE).items().map(event -> number(event.payload()));
            String scope = "thread-" + thread;
            Seq<Integer> answered = Array.range(0, ROUNDS)
                    .map(done -> journal.answered(new RequestKey(scope, "" + done)).get())
                    .map(record -> number(record.answer()));
            assertEquals(ROUNDS, written.size());
            assertEquals(written.toArray(), answered.toArray());
        }
    }

    @Test
    void aRowIsInsertedOnceAndLosersLearnTheWinner() throws Exception {
        Journal journal = freshStore().journal();
        for (int round = 0; round < ROUNDS; round++) {
            RowKey name = new RowKey("name", "n" + round);
            List<Either<CommitRefused, Committed>> outcomes = ConcurrentCalls.run(THREADS, thread ->
                    () -> journal.commit(Commit.at(NOW).change(new RowChange.Insert(name, text("" + thread)))));
            Row taken = journal.row(name).get();
            int winner = number(taken.value());
            for (int thread = 0; thread < THREADS; thread++) {
                Either<CommitRefused, Committed> outcome = outcomes.get(thread);
                assertEquals(thread == winner, outcome.isRight());
                assertTrue(outcome.isRight() || outcome.getLeft().equals(new CommitRefused.RowPresent(taken)));
            }
        }
    }

    @Test
    void concurrentEqualRequestsAreServedOnceAndAnsweredAlike() throws Exception {
        Journal journal = freshStore().journal();
        for (int round = 0; round < ROUNDS; round++) {
            RequestKey key = new RequestKey("tenant", "r" + round);
            List<Either<CommitRefused, Committed>> outcomes = ConcurrentCalls.run(THREADS, thread -> () -> journal.commit(Commit.at(NOW)
                    .append(new StreamId("made", key.key() + "-" + thread), 0, text("made"))
                    .answering(new IdempotencyRecord(key, Bytes32.ZERO, text("" + thread), NOW.plusSeconds(1)))));
            IdempotencyRecord answer = journal.answered(key).get();
            int winner = number(answer.answer());
            for (int thread = 0; thread < THREADS; thread++) {
                Either<CommitRefused, Committed> outcome = outcomes.get(thread);
                assertEquals(thread == winner, outcome.isRight());
                assertTrue(outcome.isRight() || outcome.getLeft().equals(new CommitRefused.AlreadyAnswered(answer)));
                long made = journal.version(new StreamId("made", key.key() + "-" + thread));
                assertEquals(thread == winner ? 1 : 0, made);
            }
        }
    }

    /** One thread reads all events by position while the others write. It must see every event once and in order. */
    @Test
    void aReaderByPositionMissesNoEvent() throws Exception {
        Journal journal = freshStore().journal();
        AtomicInteger writing = new AtomicInteger(THREADS);
        List<List<RecordedEvent>> met = ConcurrentCalls.run(THREADS + 1, thread -> () -> {
            if (thread == THREADS) {
                return followed(journal, writing);
            }
            try {
                StreamId own = new StreamId("account", "own-" + thread);
                for (int done = 0; done < ROUNDS; done++) {
                    assertTrue(journal.commit(Commit.at(NOW).append(own, done * 2L, text("a"), text("b"))).isRight());
                }
                return List.of();
            } finally {
                writing.decrementAndGet();
            }
        });
        assertEquals(THREADS * ROUNDS * 2, met.getLast().size());
        assertEquals(journal.events(0, Journal.MAX_PAGE).items().toJavaList(), met.getLast());
    }

    /** Returns the events that a reader meets until nobody writes any more. */
    private static List<RecordedEvent> followed(Journal journal, AtomicInteger writing) {
        List<RecordedEvent> met = new ArrayList<>();
        long position = 0;
        while (true) {
            boolean last = writing.get() == 0;
            Page<RecordedEvent> page = journal.events(position, 7);
            for (RecordedEvent event : page.items()) {
                assertTrue(event.position() > position);
                position = event.position();
                met.add(event);
            }
            if (last && page.items().isEmpty()) {
                assertFalse(page.hasMore());
                return met;
            }
        }
    }
}
