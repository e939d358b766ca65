package dev.mandate.engine.events;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.events.EventRows.Batch;
import dev.mandate.engine.events.EventRows.Count;
import dev.mandate.engine.events.EventRows.Cursor;
import dev.mandate.engine.events.EventRows.Projected;
import dev.mandate.engine.events.EventRows.Removed;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityHistory;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowType;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Projects the journal's events to the events of tenants. Each step takes the next batch of the journal, and commits its rows together with the cursor.
 * A commit inserts the row of its batch, so of several projectors that begin at the same position exactly one succeeds, in any process. Rows of batches
 * are removed, too: a commit is refused if that began after its projector read the cursor.
 *
 * <p>Safe from any thread.
 */
public final class EventProjector {

    private static final int BATCH = 200;

    /** A batch ends before the event with which it would have more rows. An event has at most three for each tenant that is told. */
    private static final int MOST_ROWS = 700;

    private static final int AT_ONCE = 500;

    /** How long a reader waits while somebody else projects a batch. */
    private static final Duration READER_WAITS = Duration.ofMillis(50);

    private final Journal journal;
    private final ServerClock clock;
    private final EventSources sources;
    private final Repository<Removed, Removed> removals;
    private final Lock turn = new ReentrantLock();

    /** What was looked at last and concerns no tenant. It is not committed, so that it costs no commit. */
    private volatile Untold untold = new Untold(0, 0);

    private record Untold(long from, long to) {

        /** Where to go on from a cursor. */
        long after(long cursor) {
            return cursor == from ? to : cursor;
        }
    }

    public EventProjector(Journal journal, ServerClock clock, EventSources sources) {
        this.journal = journal;
        this.clock = clock;
        this.sources = sources;
        this.removals = new Repository<>(EventRows.REMOVALS, journal, clock);
    }

    /** The result of a step. */
    public enum Reached {
        /** The end of the journal. */
        END,
        /** There is more to project. */
        MORE
    }

    /** Projects the next batch. */
    public Reached step() {
        turn.lock();
        try {
            return next();
        } finally {
            turn.unlock();
        }
    }

    /** Projects the next batch for a reader; nothing while the store takes no writes, or if somebody else in this process is slow with it. */
    Reached help() {
        if (journal.writability() != Writability.WRITABLE || !takesTurn()) {
            return Reached.END;
        }
        try {
            return next();
        } finally {
            turn.unlock();
        }
    }

    /** A short wait, so that a reader usually finds what was recorded just before. */
    private boolean takesTurn() {
        try {
            return turn.tryLock(READER_WAITS.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Reached next() {
        // Before the cursor: of what is removed later, the commit knows.
        Option<Entity<Removed>> removed = removals.find(EventRows.CURSOR_KEY);
        Cursor from = cursor();
        require(!from.isRebuilding());
        Page<RecordedEvent> page = journal.events(lookAfter(from), BATCH);
        return page.items().isEmpty() ? Reached.END : project(removed, from, page);
    }

    /** Projects up to the end of the journal, in {@code steps} steps at most; nothing while the store takes no writes, so that reads go on. */
    public void catchUp(int steps) {
        if (journal.writability() == Writability.WRITABLE) {
            for (int step = 0; step < steps && step() == Reached.MORE; step++) {}
        }
    }

    /** The journal is projected up to here. */
    public long position() {
        return lookAfter(cursor());
    }

    /** For how many seconds the oldest recorded event waits that is not looked at yet; 0 if none does. */
    public long lagSeconds() {
        return Array.ofAll(journal.events(lookAfter(cursor()), 1).items())
                .headOption()
                .map(waiting -> Math.max(0, clock.now().secondsSince(waiting.recordedAt())))
                .getOrElse(0L);
    }

    /** The age of the oldest batch of events that is kept, in seconds; 0 if there is none. */
    public long oldestSeconds() {
        return Array.ofAll(EventRows.BATCHES.page(journal, "", Option.none(), 1).items())
                .headOption()
                .map(oldest -> Math.max(0, clock.now().secondsSince(oldest._2.at())))
                .getOrElse(0L);
    }

    /**
     * Returns if readers find all rows up to the cursor.
     *
     * @throws JournalUnavailableException while they are projected anew
     */
    void requireComplete() {
        require(cursor().isComplete());
    }

    private static void require(boolean there) {
        if (!there) {
            throw new JournalUnavailableException(
                    JournalUnavailableException.Effect.NONE, "events are being projected anew; if that was interrupted, repeat events --rebuild");
        }
    }

    private Cursor cursor() {
        return EventRows.CURSOR.find(journal, EventRows.CURSOR_KEY).getOrElse(Cursor.START);
    }

    private long lookAfter(Cursor cursor) {
        return cursor.isComplete() ? untold.after(cursor.position()) : cursor.position();
    }

    private Reached project(Option<Entity<Removed>> removed, Cursor from, Page<RecordedEvent> page) {
        EntityHistory history = new EntityHistory(journal);
        Rows rows = new Rows();
        Array<RecordedEvent> taken = Array.ofAll(page.items()).takeWhile(recorded -> rows.take(recorded, sources.tell(recorded, history)));
        RecordedEvent last = taken.last();
        boolean hasMore = page.hasMore() || taken.length() < page.items().length();
        if (rows.events.isEmpty() && !hasMore && from.isComplete()) {
            untold = new Untold(from.position(), last.position());
            return Reached.END;
        }
        Commit commit = rows.commit(from, last, clock.now()).append(removals.unchanged(EventRows.CURSOR_KEY, removed));
        // A refused batch was projected by somebody else, or its rows may have been removed.
        return !commits(commit) || hasMore ? Reached.MORE : Reached.END;
    }

    /** Whether it is committed; if not, somebody else was first. */
    private boolean commits(Commit commit) {
        Option<CommitRefused> refused = journal.commit(commit).swap().toOption();
        refused.filter(why -> !(why instanceof CommitRefused.RowPresent || why instanceof CommitRefused.VersionConflict)).forEach(why -> {
            throw new IllegalStateException("events are not projected: " + why);
        });
        return refused.isEmpty();
    }

    /** The rows of a batch. */
    private final class Rows {

        private Map<String, Projected> events = LinkedHashMap.empty();
        private Map<String, Count> counts = LinkedHashMap.empty();

        /** Adds what an event tells; not if these are rows enough without it. */
        boolean take(RecordedEvent recorded, Array<ToldEvent> told) {
            boolean fits = events.isEmpty() || events.size() + counts.size() + 3 * told.length() <= MOST_ROWS;
            if (fits) {
                told.forEach(one -> add(recorded, one));
            }
            return fits;
        }

        private void add(RecordedEvent recorded, ToldEvent told) {
            Tenant tenant = told.tenant();
            long previous = count(EventRows.countKey(tenant), recorded).last();
            long accountPosition = told.account()
                    .map(account -> count(EventRows.countKey(tenant, told.network(), account), recorded).events() + 1)
                    .getOrElse(0L);
            events = events.put(
                    EventRows.key(tenant, recorded.position()),
                    new Projected(
                            told.data().type(),
                            recorded.stream().kind(),
                            recorded.stream().id(),
                            recorded.version(),
                            told.network(),
                            told.account(),
                            accountPosition,
                            previous));
        }

        /** Counts one more, and returns the count before. */
        private Count count(String key, RecordedEvent recorded) {
            Count before = counts.get(key).orElse(() -> EventRows.COUNTS.find(journal, key)).getOrElse(Count.NONE);
            counts = counts.put(key, before.next(recorded.position()));
            return before;
        }

        Commit commit(Cursor from, RecordedEvent last, UnixTime now) {
            Batch batch = new Batch(last.position(), last.recordedAt(), events.keySet().toArray());
            Commit commit = Commit.at(now)
                    .change(EventRows.BATCHES.insert(EventRows.key(from.position()), batch))
                    .change(EventRows.CURSOR.put(EventRows.CURSOR_KEY, from.at(last.position())));
            Commit counted = counts.foldLeft(commit, (so, count) -> so.change(EventRows.COUNTS.put(count._1, count._2)));
            return events.foldLeft(counted, (so, event) -> so.change(EventRows.EVENTS.put(event._1, event._2)));
        }
    }

    /**
     * Removes all rows of events and projects them anew: ids, positions and account positions stay the same. Meanwhile nobody else projects. Readers wait
     * until everything is there that was there before. If this is interrupted, they do until it is repeated.
     */
    public void rebuild() {
        Entity<Removed> own = stopProjecting();
        Array.of(EventRows.EVENTS, EventRows.COUNTS, EventRows.BATCHES).forEach(type -> clear(type, own));
        write(own, EventRows.CURSOR.put(EventRows.CURSOR_KEY, cursor().at(0)));
        catchUp(Integer.MAX_VALUE);
    }

    /** Whoever has read the cursor before is refused, also another rebuild. */
    private Entity<Removed> stopProjecting() {
        return Repository.<Reached, Entity<Removed>>commit(journal, () -> {
                    Option<Entity<Removed>> before = removals.find(EventRows.CURSOR_KEY);
                    Cursor cursor = cursor();
                    Array<Removed> all = Array.of(new Removed(0));
                    Cursor stopped = new Cursor(cursor.position(), Cursor.State.REBUILDING, Math.max(cursor.position(), cursor.goal()));
                    Commit commit = removals.append(Commit.at(clock.now()), EventRows.CURSOR_KEY, before, all)
                            .change(EventRows.CURSOR.put(EventRows.CURSOR_KEY, stopped));
                    return Either.right(
                            new Repository.Decision<>(commit, removals.evolve(commit, EventRows.CURSOR_KEY, before, all)));
                })
                .get();
    }

    private <T> void clear(RowType<T> type, Entity<Removed> own) {
        Page<Tuple2<String, T>> rows;
        do {
            rows = type.page(journal, "", Option.none(), AT_ONCE);
            write(own, Array.ofAll(rows.items()).map(row -> type.delete(row._1)).toJavaArray(RowChange[]::new));
        } while (rows.hasMore());
    }

    private void write(Entity<Removed> own, RowChange... changes) {
        Commit guard = Commit.at(clock.now()).append(removals.unchanged(EventRows.CURSOR_KEY, Option.some(own)));
        if (!commits(Array.of(changes).foldLeft(guard, Commit::change))) {
            throw new IllegalStateException("another rebuild of events has begun");
        }
    }

    /** Removes the events of batches that ended before {@code time}: one batch at a time. The journal keeps what was recorded. */
    public Reached prune(UnixTime time) {
        Option<Entity<Removed>> removed = removals.find(EventRows.CURSOR_KEY);
        Cursor cursor = cursor();
        return Array.ofAll(EventRows.BATCHES.page(journal, "", Option.none(), 1).items())
                .headOption()
                .filter(oldest -> oldest._2.at().isBefore(time) && !cursor.isRebuilding())
                .map(oldest -> {
                    Commit rows = oldest._2.events().foldLeft(
                            Commit.at(clock.now()).change(EventRows.BATCHES.delete(oldest._1)),
                            (commit, key) -> commit.change(EventRows.EVENTS.delete(key)));
                    // Who has read the cursor after that removal begins no batch that ended before. So one event is enough for many batches.
                    boolean isKnown = removed.exists(last -> oldest._2.to() <= last.state().cursor());
                    var unused = commits(
                            isKnown
                                    ? rows.append(removals.unchanged(EventRows.CURSOR_KEY, removed))
                                    : removals.append(rows, EventRows.CURSOR_KEY, removed, Array.of(new Removed(cursor.position()))));
                    return Reached.MORE;
                })
                .getOrElse(Reached.END);
    }
}
