package dev.mandate.ports.journal;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * All that one decision writes: built up step by step, each step a new value.
 *
 * @param recordedAt the caller's time, kept with every event and message; idempotency records that have expired by then
 *     do not count
 * @param appends at most one for each stream
 * @param rows at most one change for each row
 * @param answer what a retry of the same request is to be told
 * @param messages what is to be sent once this is committed
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

    /** A commit of nothing yet, at {@code recordedAt}. */
    public static Commit at(UnixTime recordedAt) {
        return new Commit(recordedAt, Array.empty(), Array.empty(), Option.none(), Array.empty());
    }

    /** Appends {@code events} to {@code stream}, provided that it is at {@code expectedVersion}. */
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

    /** Records the answer to the request that this commit serves. */
    public Commit answering(IdempotencyRecord record) {
        return new Commit(recordedAt, appends, rows, Option.some(record), messages);
    }

    /** Sends one more message. */
    public Commit sending(OutboxMessage message) {
        return new Commit(recordedAt, appends, rows, answer, messages.append(message));
    }
}
