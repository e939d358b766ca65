package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitLimit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link Journal}, one nested class for each capability. It includes {@link JournalRaceContract}, which
 * uses many threads. Part of {@link StoreContract}.
 *
 * <p>Not asserted: how fast a commit is, because it depends on the machine. Nor that a commit survives a stop or a kill, because {@link
 * DurabilityContract} reopens the store for that.
 */
public abstract class JournalContract extends JournalRaceContract {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final StreamId BETA = new StreamId("account", "beta");
    private static final RowKey ROW = new RowKey("balance", "alpha");
    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final RequestKey KEY = new RequestKey("tenant-1/create", "4f1c");

    private JournalStore store = new InMemoryJournal();
    private Journal journal = store.journal();

    @BeforeEach
    final void startFresh() {
        store = freshStore();
        journal = store.journal();
    }

    private static Payload payload(String type, String content) {
        return new Payload(type, 1, content);
    }

    private static Payload event(String content) {
        return payload("thing-happened", content);
    }

    private static Commit commit() {
        return Commit.at(NOW);
    }

    private static IdempotencyRecord answer(String content) {
        byte[] digest = new byte[Bytes32.LENGTH];
        digest[31] = 7;
        return new IdempotencyRecord(KEY, Bytes32.of(digest), payload("reply", content), NOW.plusSeconds(60));
    }

    private static OutboxMessage message(String content) {
        return new OutboxMessage("mail", new Tenant("acme"), ALPHA, payload("mail", content));
    }

    private Seq<RecordedEvent> committed(Commit commit) {
        return journal.commit(commit)
                .map(Committed::events)
                .getOrElseThrow(refusal -> new AssertionError("refused: " + refusal));
    }

    private void write(Commit commit) {
        Either<CommitRefused, Committed> outcome = journal.commit(commit);
        assertTrue(outcome.isRight(), "refused: " + outcome);
    }

    private CommitRefused refused(Commit commit) {
        Either<CommitRefused, Committed> outcome = journal.commit(commit);
        assertTrue(outcome.isLeft(), "not refused: " + outcome);
        return outcome.getLeft();
    }

    private static Seq<String> contents(Page<RecordedEvent> page) {
        return page.items().map(event -> event.payload().content());
    }

    private static Seq<String> keys(Page<Row> page) {
        return page.items().map(row -> row.key().key());
    }

    @Test
    void aWritableJournalReportsSoWithoutWriting() {
        assertEquals(Writability.WRITABLE, journal.writability());
        write(commit().append(ALPHA, 0, event("one")));
        assertEquals(Writability.WRITABLE, journal.writability());
        assertEquals(1, journal.events(0, 10).items().size());
    }

    /** Appending to one stream and reading it. */
    @Nested
    class Streams {

        @Test
        void anUnknownStreamIsEmptyAtVersionZero() {
            assertEquals(0, journal.version(ALPHA));
            assertEquals(new Page<RecordedEvent>(Array.empty(), false), journal.stream(ALPHA, 0, 10));
        }

        @Test
        void versionsCountFromOneAndEventsComeBackAsTheyWereGiven() {
            Payload first = new Payload("opened", 3, "{\"memo\":\"\u00e9 \u20ac \ud83d\ude00\"}");
            Payload second = new Payload("closed", 1, "{}");
            Seq<RecordedEvent> recorded = committed(commit().append(ALPHA, 0, first, second));
            assertEquals(Array.of(1L, 2L), recorded.map(RecordedEvent::version).toArray());
            assertEquals(Array.of(first, second), recorded.map(RecordedEvent::payload).toArray());
            assertTrue(recorded.forAll(event -> event.stream().equals(ALPHA) && event.recordedAt().equals(NOW)));
            assertEquals(2, journal.version(ALPHA));
            assertEquals(recorded.toArray(), journal.stream(ALPHA, 0, 10).items().toArray());
        }

        @Test
        void streamsOfOneIdButOfDifferentKindsAreDifferent() {
            write(commit().append(ALPHA, 0, event("a")));
            assertEquals(0, journal.version(new StreamId("session", ALPHA.id())));
        }

        @Test
        void eventsAreReadPageByPage() {
            write(commit().append(ALPHA, 0, event("1"), event("2"), event("3"), event("4"), event("5")));
            Page<RecordedEvent> first = journal.stream(ALPHA, 0, 2);
            assertEquals(Array.of("1", "2"), contents(first).toArray());
            assertTrue(first.hasMore());
            Page<RecordedEvent> second = journal.stream(ALPHA, 2, 3);
            assertEquals(Array.of("3", "4", "5"), contents(second).toArray());
            assertFalse(second.hasMore());
            assertEquals(Array.empty(), journal.stream(ALPHA, 5, 3).items());
            assertEquals(Array.empty(), journal.stream(ALPHA, Long.MAX_VALUE, 3).items());
        }

        @Test
        void aPageHoldsOneToAThousandItems() {
            assertThrows(IllegalArgumentException.class, () -> journal.stream(ALPHA, 0, 0));
            assertThrows(IllegalArgumentException.class, () -> journal.events(0, Journal.MAX_PAGE + 1));
            assertThrows(IllegalArgumentException.class, () -> store.outbox().open(0, -1));
        }

        @Test
        void positionsOrderTheEventsOfAllStreamsAsTheyWereCommitted() {
            write(commit().append(ALPHA, 0, event("a1")).append(BETA, 0, event("b1"), event("b2")));
            write(commit().append(ALPHA, 1, event("a2")));
            Page<RecordedEvent> all = journal.events(0, 10);
            assertEquals(Array.of("a1", "b1", "b2", "a2"), contents(all).toArray());
            Seq<Long> positions = all.items().map(RecordedEvent::position);
            assertTrue(positions.head() >= 1);
            assertTrue(positions.zip(positions.tail()).forAll(pair -> pair._1 < pair._2), "not increasing: " + positions);
            Page<RecordedEvent> rest = journal.events(positions.get(1), 1);
            assertEquals(Array.of("b2"), contents(rest).toArray());
            assertTrue(rest.hasMore());
        }
    }

    /** Each event holds the hash of the event before it in its stream. */
    @Nested
    class Chain {

        @Test
        void anEventCarriesTheHashOfTheOneBeforeItInItsStream() {
            write(commit().append(ALPHA, 0, event("a1"), event("a2")).append(BETA, 0, event("b1")));
            write(commit().append(BETA, 1, event("b2")).append(ALPHA, 2, event("a3")));
            for (StreamId stream : Array.of(ALPHA, BETA)) {
                Seq<RecordedEvent> events = journal.stream(stream, 0, 10).items();
                assertEquals(EventHash.NONE, events.head().previous());
                assertEquals(
                        events.dropRight(1).map(RecordedEvent::hash).toArray(),
                        events.tail().map(RecordedEvent::previous).toArray());
            }
        }

        @Test
        void theHashIsThatOfTheEventAsItIsReadBack() {
            Seq<RecordedEvent> recorded = committed(commit()
                    .append(ALPHA, 0, new Payload("opened", 3, "{\"memo\":\"\u00e9 \u20ac \ud83d\ude00\"}"))
                    .append(BETA, 0, new Payload("closed", 1, "{}")));
            Seq<RecordedEvent> read = journal.events(0, 10).items();
            assertEquals(recorded.toArray(), read.toArray());
            assertEquals(read.map(EventHash::of).toArray(), read.map(RecordedEvent::hash).toArray());
        }
    }

    @Test
    void commitsTakeEffectInTheOrderInWhichTheyBegin() {
        Array<Supplier<Either<CommitRefused, Committed>>> begun =
                Array.range(0, 20).map(i -> journal.begin(commit().append(ALPHA, i, event("" + i))));
        assertTrue(begun.reverse().map(Supplier::get).forAll(Either::isRight), "an earlier commit is not seen");
        assertEquals(Array.range(0, 20).map(String::valueOf), contents(journal.stream(ALPHA, 0, 100)).toArray());
    }

    /** The refusals of a commit. No part of a refused commit may be visible. */
    @Nested
    class Refusals {

        @Test
        void anotherExpectedVersionIsRefusedWithTheActualOne() {
            write(commit().append(ALPHA, 0, event("1"), event("2")));
            assertEquals(new CommitRefused.VersionConflict(ALPHA, 1, 2), refused(commit().append(ALPHA, 1, event("x"))));
            assertEquals(new CommitRefused.VersionConflict(ALPHA, 3, 2), refused(commit().append(ALPHA, 3, event("x"))));
            assertEquals(new CommitRefused.VersionConflict(ALPHA, 0, 2), refused(commit().append(ALPHA, 0, event("x"))));
            assertEquals(2, journal.version(ALPHA));
        }

        @Test
        void aStreamThatIsOnlyReadGuardsTheCommitToo() {
            write(commit().append(ALPHA, 0, event("1")));
            Commit onAlphaStandingStill = commit().append(ALPHA, 0).append(BETA, 0, event("b"));
            assertEquals(new CommitRefused.VersionConflict(ALPHA, 0, 1), refused(onAlphaStandingStill));
            write(commit().append(ALPHA, 1).append(BETA, 0, event("b")));
            assertEquals(1, journal.version(ALPHA));
            assertEquals(1, journal.version(BETA));
        }

        @Test
        void aRowThatWasToBeNewIsRefusedWithTheRowThatIsThere() {
            write(commit().change(new RowChange.Insert(ROW, event("first"))));
            assertEquals(
                    new CommitRefused.RowPresent(new Row(ROW, event("first"))),
                    refused(commit().change(new RowChange.Insert(ROW, event("second")))));
            assertEquals(Option.some(new Row(ROW, event("first"))), journal.row(ROW));
        }

        @Test
        void aRefusedCommitHasNoEffect() {
            RowKey present = new RowKey("nonce", "used");
            write(commit()
                    .append(ALPHA, 0, event("1"))
                    .change(new RowChange.Insert(present, event("-")))
                    .change(new RowChange.Put(ROW, event("before"))));
            Commit everything = commit()
                    .append(BETA, 0, event("b"))
                    .change(new RowChange.Put(ROW, event("after")))
                    .change(new RowChange.Insert(new RowKey("nonce", "new"), event("-")))
                    .answering(answer("yes"))
                    .sending(message("hello"));
            Payload tooLarge = new Payload("blob", 1, "\u00e9".repeat((int) CommitLimit.PAYLOAD_BYTES.max() / 2 + 1));
            assertTrue(refused(everything.append(ALPHA, 7, event("x"))) instanceof CommitRefused.VersionConflict);
            Commit takenRow = everything.change(new RowChange.Insert(present, event("x")));
            assertTrue(refused(takenRow) instanceof CommitRefused.RowPresent);
            assertTrue(refused(everything.append(ALPHA, 1, tooLarge)) instanceof CommitRefused.OverLimit);

            assertEquals(1, journal.version(ALPHA));
            assertEquals(0, journal.version(BETA));
            assertEquals(1, journal.events(0, 10).items().size());
            assertEquals(Option.some(new Row(ROW, event("before"))), journal.row(ROW));
            assertEquals(Option.none(), journal.row(new RowKey("nonce", "new")));
            assertEquals(Option.none(), journal.answered(KEY));
            assertEquals(Array.empty(), store.outbox().open(0, 10).items());
        }

        @Test
        void commitsAtTheLimitsAreTakenAndAboveThemRefused() {
            int max = (int) CommitLimit.EVENTS.max();
            Payload[] events = IntStream.range(0, max).mapToObj(i -> event("" + i)).toArray(Payload[]::new);
            assertEquals(max, committed(commit().append(ALPHA, 0, events)).size());
            assertEquals(
                    new CommitRefused.OverLimit(CommitLimit.EVENTS, max + 1),
                    refused(commit().append(ALPHA, max, events).append(BETA, 0, event("one more"))));
            String largest = "\u00e9".repeat((int) CommitLimit.PAYLOAD_BYTES.max() / 2);
            write(commit().change(new RowChange.Put(ROW, new Payload("blob", 1, largest))));
            assertEquals(Option.some(largest), journal.row(ROW).map(row -> row.value().content()));
        }

        /** The order of {@link CommitRefused}; among equal reasons that of the commit. */
        @Test
        void theFirstOfSeveralReasonsIsReported() {
            RowKey nonce = new RowKey("nonce", "used");
            write(commit()
                    .append(ALPHA, 0, event("1"))
                    .append(BETA, 0, event("1"))
                    .change(new RowChange.Insert(ROW, event("first")))
                    .change(new RowChange.Insert(nonce, event("-")))
                    .answering(answer("yes")));
            Commit rowsTaken =
                    commit().change(new RowChange.Insert(nonce, event("x"))).change(new RowChange.Insert(ROW, event("x")));
            Commit alsoBehind = rowsTaken.append(BETA, 7, event("x")).append(ALPHA, 7, event("x"));
            Commit alsoAnswered = alsoBehind.answering(answer("no"));
            Commit alsoTooLarge = alsoAnswered.sending(message("x".repeat((int) CommitLimit.PAYLOAD_BYTES.max() + 1)));
            assertEquals(
                    Array.of(
                            new CommitRefused.RowPresent(new Row(nonce, event("-"))),
                            new CommitRefused.VersionConflict(BETA, 7, 1),
                            new CommitRefused.AlreadyAnswered(answer("yes")),
                            new CommitRefused.OverLimit(CommitLimit.PAYLOAD_BYTES, CommitLimit.PAYLOAD_BYTES.max() + 1)),
                    Array.of(rowsTaken, alsoBehind, alsoAnswered, alsoTooLarge).map(JournalContract.this::refused));
        }

        @Test
        void aRetryFindsItsAnswerAlthoughItsFirstTryMovedTheStreamOn() {
            Commit request = commit().append(ALPHA, 0, event("1")).answering(answer("yes"));
            write(request);
            assertEquals(new CommitRefused.AlreadyAnswered(answer("yes")), refused(request));
            assertEquals(1, journal.version(ALPHA));
        }
    }

    /** Rows: the current state. */
    @Nested
    class Rows {

        @Test
        void aRowIsMadeReplacedAndDeleted() {
            assertEquals(Option.none(), journal.row(ROW));
            write(commit().change(new RowChange.Put(ROW, event("one"))));
            assertEquals(Option.some(new Row(ROW, event("one"))), journal.row(ROW));
            write(commit().change(new RowChange.Put(ROW, new Payload("other", 2, "{}"))));
            assertEquals(Option.some(new Row(ROW, new Payload("other", 2, "{}"))), journal.row(ROW));
            write(commit().change(new RowChange.Delete(ROW)));
            assertEquals(Option.none(), journal.row(ROW));
            write(commit().change(new RowChange.Delete(ROW)));
            write(commit().change(new RowChange.Insert(ROW, event("again"))));
            assertEquals(Option.some(new Row(ROW, event("again"))), journal.row(ROW));
        }

        @Test
        void aRowIsReadWithTheVersionOfItsOwnStream() {
            RowKey key = new RowKey(ALPHA.kind(), ALPHA.id());
            assertEquals(new VersionedRow(Option.none(), 0), journal.versioned(key));
            write(commit().append(ALPHA, 0, event("1"), event("2")).append(BETA, 0, event("x")));
            assertEquals(new VersionedRow(Option.none(), 2), journal.versioned(key));
            write(commit().change(new RowChange.Put(key, event("row"))));
            assertEquals(new VersionedRow(Option.some(new Row(key, event("row"))), 2), journal.versioned(key));
            write(commit().change(new RowChange.Put(ROW, event("alone"))));
            assertEquals(new VersionedRow(Option.some(new Row(ROW, event("alone"))), 0), journal.versioned(ROW));
        }

        @Test
        void rowsOfAKindAreListedInTheOrderOfTheirCharacters() {
            for (String key : Array.of("b", "a", "B", "a/2", "a/10", "~", "!", "a-1", "_")) {
                write(commit().change(new RowChange.Put(new RowKey("thing", key), event(key))));
            }
            write(commit().change(new RowChange.Put(new RowKey("other", "a"), event("x"))));
            write(commit().change(new RowChange.Put(new RowKey("thing-2", "a"), event("x"))));
            assertEquals(
                    Array.of("!", "B", "_", "a", "a-1", "a/10", "a/2", "b", "~"),
                    keys(journal.rows(RowScan.of("thing", 20))).toArray());
        }

        @Test
        void rowsAreListedPageByPageBeyondAKeyThatNeedNotBeThere() {
            for (String key : Array.of("1", "2", "3", "4", "5")) {
                write(commit().change(new RowChange.Put(new RowKey("thing", key), event(key))));
            }
            Page<Row> first = journal.rows(RowScan.of("thing", 2));
            assertEquals(Array.of("1", "2"), keys(first).toArray());
            assertTrue(first.hasMore());
            write(commit().change(new RowChange.Delete(new RowKey("thing", "2"))));
            Page<Row> second = journal.rows(RowScan.of("thing", 3).after("2"));
            assertEquals(Array.of("3", "4", "5"), keys(second).toArray());
            assertFalse(second.hasMore());
            assertEquals(Array.empty(), journal.rows(RowScan.of("nothing", 3)).items());
        }

        @Test
        void aPrefixNarrowsTheListAndMeansNothingButItself() {
            for (String key : Array.of("a%/1", "a%/2", "aX/1", "a_/1", "a", "b/1")) {
                write(commit().change(new RowChange.Put(new RowKey("thing", key), event(key))));
            }
            RowScan percent = RowScan.of("thing", 1).startingWith("a%/");
            assertEquals(Array.of("a%/1"), keys(journal.rows(percent)).toArray());
            assertTrue(journal.rows(percent).hasMore());
            assertEquals(Array.of("a%/2"), keys(journal.rows(percent.after("a%/1"))).toArray());
            assertFalse(journal.rows(percent.after("a%/1")).hasMore());
            assertEquals(Array.of("a%/1"), keys(journal.rows(percent.after("!"))).toArray());
            assertEquals(Array.empty(), journal.rows(percent.after("b")).items());
            assertEquals(Array.of("a_/1"), keys(journal.rows(RowScan.of("thing", 9).startingWith("a_"))).toArray());
        }
    }

    /** Recorded answers to requests. */
    @Nested
    class Idempotency {

        @Test
        void anAnswerIsFoundUnderItsKey() {
            assertEquals(Option.none(), journal.answered(KEY));
            write(commit().answering(answer("yes")));
            assertEquals(Option.some(answer("yes")), journal.answered(KEY));
        }

        @Test
        void aKeyIsFreeAgainOnceItsRecordHasExpired() {
            write(commit().answering(answer("yes")));
            Commit later = Commit.at(NOW.plusSeconds(60));
            IdempotencyRecord again =
                    new IdempotencyRecord(KEY, Bytes32.ZERO, payload("reply", "no"), NOW.plusSeconds(120));
            assertEquals(
                    new CommitRefused.AlreadyAnswered(answer("yes")),
                    refused(Commit.at(NOW.plusSeconds(59)).answering(again)));
            write(later.answering(again));
            assertEquals(Option.some(again), journal.answered(KEY));
        }

        @Test
        void theSameKeyInAnotherScopeIsAnotherKey() {
            write(commit().answering(answer("yes")));
            RequestKey elsewhere = new RequestKey("tenant-2/create", KEY.key());
            assertEquals(Option.none(), journal.answered(elsewhere));
        }
    }
}
