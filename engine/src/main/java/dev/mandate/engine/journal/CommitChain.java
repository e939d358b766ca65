package dev.mandate.engine.journal;

import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamAppend;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Commits of many callers to a stream that all of them append to. Each is decided on what those before it will leave behind, without
 * waiting for the disk, and so they share the store's transactions. A commit names the version of a stream that only the one before it
 * writes: if that one is refused, all behind it are refused as well, and decided anew. Other processes need know nothing of this: versions
 * keep writers apart as ever.
 */
public final class CommitChain {

    private final Journal journal;
    private final Lock turn = new ReentrantLock(true);
    /** The rows of commits under way, by their keys. */
    private final Map<RowKey, Row> ahead = new HashMap<>();

    private Option<Link> last = Option.none();
    /** Counts the refusals: each ends a chain, with all that is behind. */
    private long chain;

    public CommitChain(Journal journal) {
        this.journal = journal;
    }

    /** A commit under way, or at its end. */
    private record Link(long chain, Commit commit, Supplier<Either<CommitRefused, Committed>> outcome) {}

    /** The row as it will be after the commits under way. To be asked by a decision that {@link #commit} takes. */
    public Option<Row> row(RowKey key) {
        Row row = ahead.get(key);
        return row == null ? journal.row(key) : Option.some(row);
    }

    /**
     * Commits what {@code decide} comes to. Decisions are taken one after the other; so they should not wait for anything.
     *
     * @return what the decision is worth; or why there is none
     */
    public <R, T> Either<R, T> commit(Supplier<Either<R, Decision<T>>> decide) {
        Option<CommitRefused> before = Option.none();
        while (true) {
            Either<R, Decision<T>> decision;
            Option<Link> previous;
            Option<Link> begun;
            turn.lock();
            try {
                decision = decide.get();
                previous = last;
                begun = decision.toOption().flatMap(decided -> begin(decided.commit()));
            } finally {
                turn.unlock();
            }
            if (begun.isDefined()) {
                Option<CommitRefused> refused = refusal(begun.get());
                if (refused.isEmpty()) {
                    return Either.right(decision.get().result());
                }
                Repository.requireRace(journal, refused.get(), before);
                before = refused;
            } else {
                Option<CommitRefused> refused = previous.flatMap(this::refusal);
                if (refused.isEmpty() && decision.isLeft()) {
                    // What it was decided on came true.
                    return Either.left(decision.getLeft());
                }
                refused.forEach(why -> Repository.requireRace(journal, why, Option.none()));
            }
        }
    }

    /** Begins a commit behind the last one; none if it appends to the same streams alone, and so can't tell whether that was refused. */
    private Option<Link> begin(Commit commit) {
        Seq<StreamAppend> guards = last.toArray()
                .flatMap(previous -> previous.commit().appends())
                .filter(append -> !append.events().isEmpty() && !commit.appends().exists(own -> own.stream().equals(append.stream())))
                .map(append -> new StreamAppend(
                        append.stream(), append.expectedVersion() + append.events().size(), Array.empty()));
        if (last.isDefined() && guards.isEmpty()) {
            return Option.none();
        }
        Commit guarded = new Commit(
                commit.recordedAt(),
                guards.headOption().toArray().appendAll(commit.appends()),
                commit.rows(),
                commit.answer(),
                commit.messages());
        last = Option.some(new Link(chain, commit, journal.begin(guarded)));
        commit.rows().flatMap(RowChange::result).forEach(row -> {
            var unused = ahead.put(row.key(), row);
        });
        return last;
    }

    /** Why a commit has no effect; none if it has. */
    private Option<CommitRefused> refusal(Link link) {
        boolean taken = false;
        try {
            Either<CommitRefused, Committed> outcome = link.outcome().get();
            taken = outcome.isRight();
            return outcome.swap().toOption();
        } finally {
            turn.lock();
            try {
                ended(link, taken);
            } finally {
                turn.unlock();
            }
        }
    }

    private void ended(Link link, boolean taken) {
        if (link.chain() != chain) {
            return;
        }
        if (taken && !last.contains(link)) {
            link.commit().rows().flatMap(RowChange::result).forEach(row -> {
                var unused = ahead.remove(row.key(), row);
            });
        } else {
            // Nothing is under way any more, or what is will be refused.
            chain++;
            last = Option.none();
            ahead.clear();
        }
    }
}
