package dev.mandate.ports.spi.journal;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * All writes of one decision, applied atomically. The methods return a copy with one more write.
 *
 * @param recordedAt the caller's time, stored with every event and message; idempotency records that have expired by then are
 *     ignored
 * @param appends at most one for each stream
 * @param rows at most one change for each row
 * @param answer the answer that a retry of the same request receives
 * @param messages sent after the commit
 */
public record Commit(
        UnixTime recordedAt,
        Seq<StreamAppend> appends,
        Seq<RowChange> rows,
        Option<IdempotencyRecord> answer,
        Seq<OutboxMessage> messages) {

    public Commit {
        if (appends.map(StreamAppend::stream).distinct().size() != appends.size()) {
            throw new IllegalArgumentException("one stream is appended to twice");
        }
        if (rows.map(RowChange::key).distinct().size() != rows.size()) {
            throw new IllegalArgumentException("one row is changed twice");
        }
    }

    /** An empty commit at {@code recordedAt}. */
    public static Commit at(UnixTime recordedAt) {
        return new Commit(recordedAt, Array.empty(), Array.empty(), Option.none(), Array.empty());
    }

    /** Appends {@code events} to {@code stream}. The commit is refused unless the stream is at {@code expectedVersion}. */
    public Commit append(StreamId stream, long expectedVersion, Payload... events) {
        return append(new StreamAppend(stream, expectedVersion, Array.of(events)));
    }

    /** Appends to one more stream. */
    public Commit append(StreamAppend append) {
        return new Commit(recordedAt, appends.append(append), rows, answer, messages);
    }

    /** Changes one more row. */
    public Commit change(RowChange change) {
        return new Commit(recordedAt, appends, rows.append(change), answer, messages);
    }

    /** Records the answer to the request that causes this commit. */
    public Commit answering(IdempotencyRecord record) {
        return new Commit(recordedAt, appends, rows, Option.some(record), messages);
    }

    /** Adds one more message to the outbox. */
    public Commit sending(OutboxMessage message) {
        return new Commit(recordedAt, appends, rows, answer, messages.append(message));
    }
}
