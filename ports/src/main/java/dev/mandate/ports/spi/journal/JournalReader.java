package dev.mandate.ports.spi.journal;

import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * Read access to the journal. Every call may block and is safe from any thread. Any call may throw {@link
 * JournalUnavailableException}. An illegal page size is an {@link IllegalArgumentException}.
 */
public interface JournalReader {

    /** The version of {@code stream}: its number of events. */
    long version(StreamId stream);

    /** Events of {@code stream} with versions above {@code afterVersion}, in order; at most {@code limit}. */
    Page<RecordedEvent> stream(StreamId stream, long afterVersion, int limit);

    /** Events of all streams with positions above {@code afterPosition}, in order; at most {@code limit}. */
    Page<RecordedEvent> events(long afterPosition, int limit);

    /** The row under {@code key}, if it exists. */
    Option<Row> row(RowKey key);

    /** The row under {@code key} and the version of the stream of the same kind and id. No commit takes effect between the two reads. */
    VersionedRow versioned(RowKey key);

    /**
     * Runs {@code work}, which is about to read these rows by {@link #versioned}. A store behind a network may read them in one round trip: then the first
     * read of each, on this thread and before a commit of {@code work}, returns it as it was when {@code work} began. Other reads may be newer. Each
     * further read of a row is a read of its own, so that a repeated decision sees what refused the one before.
     */
    default <T> T ahead(Seq<RowKey> keys, Supplier<T> work) {
        return work.get();
    }

    /** The rows that {@code scan} selects, in the order of their keys. */
    Page<Row> rows(RowScan scan);

    /** The answer recorded under {@code key}, if any. An expired answer exists until retention removes it, or another one replaces it. */
    Option<IdempotencyRecord> answered(RequestKey key);
}
