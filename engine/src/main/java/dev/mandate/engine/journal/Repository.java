package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads and commits entities of one type. A commit is refused if the entity changed after it was read. What callers name an entity by is the rest of
 * its id, after the prefix of this repository.
 */
public final class Repository<S, E> {

    private final EntityType<S, E> type;
    private final Journal journal;
    private final ServerClock clock;
    private final String prefix;

    /** Entities whose ids have no prefix. */
    public Repository(EntityType<S, E> type, Journal journal, ServerClock clock) {
        this(type, journal, clock, "");
    }

    /** Entities whose ids start with {@code prefix}. */
    public Repository(EntityType<S, E> type, Journal journal, ServerClock clock, String prefix) {
        this.type = type;
        this.journal = journal;
        this.clock = clock;
        this.prefix = prefix;
    }

    /**
     * The outcome of a decision.
     *
     * @param commit everything that the decision writes
     * @param result returned to the caller after the commit took effect
     */
    public record Decision<T>(Commit commit, T result) {}

    /** The entity with this id, if it exists. */
    public Option<Entity<S>> find(String id) {
        return type.find(journal, prefix + id);
    }

    /** The entity with this id, as it will be after the pending commits of {@code chain}. */
    public Option<Entity<S>> find(CommitChain chain, String id) {
        return chain.row(new RowKey(type.kind(), prefix + id)).map(type::read);
    }

    /**
     * The entity with this id, which another record refers to. What was read ahead may be older than that record: then it is read again.
     *
     * @throws JournalDamagedException if its row is missing
     */
    public Entity<S> require(String id) {
        return find(id).orElse(() -> find(id)).getOrElseThrow(() -> new JournalDamagedException("row " + new RowKey(type.kind(), prefix + id) + " is missing"));
    }

    /** The entity as {@code commit} leaves it; none if it does not change it. */
    public Option<Entity<S>> in(Commit commit, String id) {
        return commit.rows().find(change -> change.key().equals(key(id))).flatMap(RowChange::result).map(type::read);
    }

    /** The row of the entity with this id. */
    public RowKey key(String id) {
        return new RowKey(type.kind(), prefix + id);
    }

    /** All entities of this repository in the order of their ids, above {@code after}; at most {@code limit}. */
    public Page<Entity<S>> page(Option<String> after, int limit) {
        RowScan scan = RowScan.of(type.kind(), limit).startingWith(prefix);
        Page<Row> page = journal.rows(after.map(id -> scan.after(prefix + id)).getOrElse(scan));
        return new Page<>(page.items().map(type::read), page.hasMore());
    }

    /** Computes the entity after {@code events} at the commit's time. */
    public Entity<S> evolve(Commit commit, String id, Option<Entity<S>> before, Seq<E> events) {
        return type.evolve(prefix + id, before, events, commit.recordedAt());
    }

    /** Adds a new entity to a commit. The commit is refused if an entity with this id exists. */
    public Commit begin(Commit commit, String id, E event) {
        return append(commit, id, Option.none(), Array.of(event));
    }

    /** Adds events to a commit. The commit is refused if the entity received other events after {@code before} was read. */
    public Commit append(Commit commit, String id, Option<Entity<S>> before, Seq<E> events) {
        Row after = new Row(new RowKey(type.kind(), prefix + id), type.row(evolve(commit, id, before, events)));
        return commit.append(new StreamAppend(stream(id), version(before), events.map(type::event)))
                .change(before.isEmpty() ? new RowChange.Insert(after) : new RowChange.Put(after));
    }

    /**
     * Adds events to a commit that may change the entity already.
     *
     * @param events of the entity as it is with what the commit has of it so far; the entity must exist if there are any
     */
    public Commit amend(Commit commit, String id, Function<Option<Entity<S>>, Seq<E>> events) {
        RowKey key = new RowKey(type.kind(), prefix + id);
        Option<RowChange> begun = commit.rows().find(change -> change.key().equals(key));
        Option<Entity<S>> before = begun.isDefined() ? begun.flatMap(RowChange::result).map(type::read) : find(id);
        Seq<E> more = events.apply(before);
        if (more.isEmpty()) {
            return commit;
        }
        if (begun.isEmpty()) {
            return append(commit, id, before, more);
        }
        Row after = new Row(key, type.row(evolve(commit, id, before, more)));
        return new Commit(
                commit.recordedAt(),
                commit.appends().map(append -> append.stream().equals(stream(id))
                        ? new StreamAppend(append.stream(), append.expectedVersion(), append.events().appendAll(more.map(type::event)))
                        : append),
                commit.rows().map(change -> change.key().equals(key)
                        ? change instanceof RowChange.Insert ? new RowChange.Insert(after) : new RowChange.Put(after)
                        : change),
                commit.answer(),
                commit.messages());
    }

    /**
     * Returns if an entity of any type has at least {@code version} events.
     *
     * @throws JournalDamagedException if it has less, or its row is not as new as its events
     */
    public static void requireVersion(Journal journal, StreamId entity, long version) {
        long first = version(journal, entity);
        // What was read ahead may be older than the record that names it.
        long found = first < version ? version(journal, entity) : first;
        if (found < version) {
            throw new JournalDamagedException("row " + new RowKey(entity.kind(), entity.id()) + " is of version " + found
                    + ", and another record names version " + version);
        }
    }

    private static long version(Journal journal, StreamId entity) {
        return EntityType.row(journal, new RowKey(entity.kind(), entity.id())).map(EntityType::version).getOrElse(0L);
    }

    /** What refuses a commit if the entity received events after {@code seen} was read. */
    public StreamAppend unchanged(String id, Option<Entity<S>> seen) {
        return new StreamAppend(stream(id), version(seen), Array.empty());
    }

    /** The stream of the entity with this id. */
    public StreamId stream(String id) {
        return new StreamId(type.kind(), prefix + id);
    }

    private long version(Option<Entity<S>> entity) {
        return entity.map(Entity::version).getOrElse(0L);
    }

    /**
     * Decides on the latest state of one entity and commits the events.
     *
     * @param decide receives the entity, if it exists; returns its new events, or why there are none
     * @return the entity after these events
     */
    public <R> Either<R, Entity<S>> update(String id, Function<Option<Entity<S>>, Either<R, Seq<E>>> decide) {
        return commit(journal, () -> {
            Option<Entity<S>> before = find(id);
            Commit at = Commit.at(clock.now());
            return decide.apply(before)
                    .map(events -> new Decision<>(append(at, id, before, events), evolve(at, id, before, events)));
        });
    }

    /** Returns the entity with this id. If there is none, creates it with {@code event}. */
    public Entity<S> ensure(String id, E event) {
        return this.<Entity<S>>update(id, before -> before.<Seq<E>>toEither(Array.of(event)).swap())
                .fold(there -> there, begun -> begun);
    }

    /**
     * Commits the decision of {@code decide}. If another commit came first, {@code decide} is called again. It must then read
     * everything that it depends on again.
     *
     * @return the decision's result, or its refusal
     */
    public static <R, T> Either<R, T> commit(Journal journal, Supplier<Either<R, Decision<T>>> decide) {
        Option<CommitRefused> before = Option.none();
        while (true) {
            Either<R, Decision<T>> decision = decide.get();
            if (decision.isLeft()) {
                return Either.left(decision.getLeft());
            }
            Option<CommitRefused> refused =
                    journal.commit(decision.get().commit()).swap().toOption();
            if (refused.isEmpty()) {
                return Either.right(decision.get().result());
            }
            requireRace(journal, refused.get(), before);
            before = refused;
        }
    }

    /**
     * Returns if another commit came first. Then a repeated decision sees that commit.
     *
     * @param before why the previous attempt was refused
     * @throws JournalDamagedException if the journal is inconsistent, so that every attempt would be refused
     */
    public static void requireRace(Journal journal, CommitRefused refused, Option<CommitRefused> before) {
        switch (refused) {
            case CommitRefused.OverLimit over -> throw new IllegalStateException("a commit over a limit: " + over);
            case CommitRefused.VersionConflict(StreamId stream, long expected, long actual) -> {
                var unused = EntityType.row(journal, new RowKey(stream.kind(), stream.id()));
                // A commit that came first is seen by the repeated decision. Only what the decision does not look at refuses it twice.
                if (expected < actual) {
                    requireOther(refused, before, "stream " + stream + " has events that another record denies");
                }
            }
            case CommitRefused.RowPresent(Row present) -> requireOther(refused, before, "row " + present.key() + " has no events");
            case CommitRefused.AlreadyAnswered answered ->
                requireOther(refused, before, "answer " + answered.recorded().key().key() + " refuses a commit and can't be read");
        }
    }

    private static void requireOther(CommitRefused refused, Option<CommitRefused> before, String damage) {
        if (before.contains(refused)) {
            throw new JournalDamagedException(damage);
        }
    }
}
