package dev.mandate.engine.journal;

import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamAppend;
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
 * A pipeline of commits that all append to one shared stream. Each decision is based on the state after the pending commits,
 * without waiting for the disk. So several commits share one transaction of the store.
 *
 * <p>Each commit expects the stream version that its predecessor in the chain writes. If the predecessor is refused, all later
 * commits of the chain are refused, too, and decided again. Other processes need no coordination: expected versions detect
 * their commits as usual.
 */
public final class CommitChain {

    private final Journal journal;
    private final Lock turn = new ReentrantLock(true);
    /** The rows of pending commits, by key. */
    private final Map<RowKey, Row> ahead = new HashMap<>();

    private Option<Link> last = Option.none();
    /** The number of the current chain. A refusal ends the chain and starts the next one. */
    private long chain;

    public CommitChain(Journal journal) {
        this.journal = journal;
    }

    /** A pending or finished commit. */
    private record Link(long chain, Commit commit, Supplier<Either<CommitRefused, Committed>> outcome) {}

    /** The row as it will be after the pending commits. Call this from a decision inside {@link #commit}. */
    public Option<Row> row(RowKey key) {
        Row row = ahead.get(key);
        return row == null ? EntityType.row(journal, key) : Option.some(row);
    }

    /**
     * Commits the decision of {@code decide}. Decisions run one at a time, so they must not block. If another commit came
     * first, {@code decide} is called again.
     *
     * @return the decision's result, or its refusal
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
                    // All commits that the refusal was based on took effect.
                    return Either.left(decision.getLeft());
                }
                refused.forEach(why -> Repository.requireRace(journal, why, Option.none()));
            }
        }
    }

    /**
     * Starts a commit behind the last one. None if it appends to all streams of the last one: then its expected versions cannot
     * detect that the last one was refused.
     */
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

    /** Waits for a commit. Returns why it was refused; none if it took effect. */
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
            // No commit is pending any more, or all pending ones will be refused.
            chain++;
            last = Option.none();
            ahead.clear();
        }
    }
}
