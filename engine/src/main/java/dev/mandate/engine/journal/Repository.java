package dev.mandate.engine.journal;

import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalDamagedException;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
import dev.mandate.ports.journal.StreamAppend;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/** The entities of one type in a journal: found, decided on, and committed against the version that the decision was made on. */
public final class Repository<S, E> {

    private final EntityType<S, E> type;
    private final Journal journal;
    private final ServerClock clock;

    public Repository(EntityType<S, E> type, Journal journal, ServerClock clock) {
        this.type = type;
        this.journal = journal;
        this.clock = clock;
    }

    /**
     * What a decision comes to.
     *
     * @param commit all that it writes
     * @param result what it is worth once that is committed
     */
    public record Decision<T>(Commit commit, T result) {}

    /** The entity of that id, as it stands. */
    public Option<Entity<S>> find(String id) {
        return type.find(journal, id);
    }

    /** The entity of that id, as it will stand after the commits under way in {@code chain}. */
    public Option<Entity<S>> find(CommitChain chain, String id) {
        return chain.row(new RowKey(type.kind(), id)).map(type::read);
    }

    /**
     * The entity of that id, which another record names.
     *
     * @throws JournalDamagedException if its row is missing
     */
    public Entity<S> require(String id) {
        return find(id).getOrElseThrow(() -> new JournalDamagedException("row " + new RowKey(type.kind(), id) + " is missing"));
    }

    /** The entities whose ids begin with {@code prefix}, in the order of their ids, beyond {@code after}; at most {@code limit}. */
    public Page<Entity<S>> page(String prefix, Option<String> after, int limit) {
        RowScan scan = RowScan.of(type.kind(), limit).startingWith(prefix);
        Page<Row> page = journal.rows(after.map(scan::after).getOrElse(scan));
        return new Page<>(page.items().map(type::read), page.hasMore());
    }

    /** The entity of that id once {@code events} have happened at the commit's time. */
    public Entity<S> evolve(Commit commit, String id, Option<Entity<S>> before, Seq<E> events) {
        return type.evolve(id, before, events, commit.recordedAt());
    }

    /** Adds a new entity to a commit, which is refused if there is one of this id. */
    public Commit begin(Commit commit, String id, E event) {
        return append(commit, id, Option.none(), Array.of(event));
    }

    /** Adds events to a commit, which is refused if others were added to the entity since it was found. */
    public Commit append(Commit commit, String id, Option<Entity<S>> before, Seq<E> events) {
        Row after = new Row(new RowKey(type.kind(), id), type.row(evolve(commit, id, before, events)));
        return commit.append(new StreamAppend(
                        new StreamId(type.kind(), id), before.map(Entity::version).getOrElse(0L), events.map(type::event)))
                .change(before.isEmpty() ? new RowChange.Insert(after) : new RowChange.Put(after));
    }

    /**
     * Commits what is decided on the newest state of one entity.
     *
     * @param decide from the entity, if there is one, to what happens to it, or why nothing does
     * @return the entity after that
     */
    public <R> Either<R, Entity<S>> update(String id, Function<Option<Entity<S>>, Either<R, Seq<E>>> decide) {
        return commit(journal, () -> {
            Option<Entity<S>> before = find(id);
            Commit at = Commit.at(clock.now());
            return decide.apply(before)
                    .map(events -> new Decision<>(append(at, id, before, events), evolve(at, id, before, events)));
        });
    }

    /** The entity of that id; if there is none, {@code event} begins it. */
    public Entity<S> ensure(String id, E event) {
        return this.<Entity<S>>update(id, before -> before.<Seq<E>>toEither(Array.of(event)).swap())
                .fold(there -> there, begun -> begun);
    }

    /**
     * Commits what {@code decide} comes to. Where others were faster it decides anew, and must look at all that it depends on again.
     *
     * @return what the decision is worth; or why there is none
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
     * Returns if another commit was first, so that a decision that is taken anew sees it.
     *
     * @param before why the last try was refused
     * @throws JournalDamagedException if the journal contradicts itself, so that every try would be refused
     */
    static void requireRace(Journal journal, CommitRefused refused, Option<CommitRefused> before) {
        switch (refused) {
            case CommitRefused.OverLimit over -> throw new IllegalStateException("a commit over a limit: " + over);
            case CommitRefused.VersionConflict conflict -> requireAgreement(journal, conflict.stream());
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

    /** A stream and its row are committed together, and versions only grow: the row read before the stream says less, the row after it more. */
    private static void requireAgreement(Journal journal, StreamId stream) {
        long before = rowVersion(journal, stream);
        long events = journal.version(stream);
        long after = rowVersion(journal, stream);
        if (events < before || after < events) {
            String end = journal.stream(stream, Math.max(events - 1, 0), 1)
                    .items()
                    .headOption()
                    .map(last -> "its events end with version " + last.version() + " at position " + last.position())
                    .getOrElse("it has no events");
            throw new JournalDamagedException("stream " + stream + ": its row is of version " + after + ", and " + end);
        }
    }

    private static long rowVersion(Journal journal, StreamId stream) {
        return journal.row(new RowKey(stream.kind(), stream.id())).map(EntityType::version).getOrElse(0L);
    }
}
