package dev.mandate.engine.audit;

import dev.mandate.engine.journal.Projection;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Computes rows from the events of an audit and compares them with the stored rows. */
final class RowComparison {

    /** How often a row that differs is read again, because another process may be changing it. */
    private static final int LOOKS = 3;

    private final AuditReader journal;
    private final Seq<Projection> projections;
    private final Map<RowKey, Payload> folded = new LinkedHashMap<>();

    /** Rows with at least one event that cannot be applied. */
    private final Set<RowKey> unfoldable = new LinkedHashSet<>();

    /** The unfinished rows, with the stream of the message that each needs. */
    private final Map<RowKey, StreamId> awaiting = new LinkedHashMap<>();

    private long compared;

    RowComparison(AuditReader journal, Seq<Projection> projections) {
        this.journal = journal;
        this.projections = projections;
    }

    long compared() {
        return compared;
    }

    void follow(RecordedEvent event) {
        for (Projection projection : projections) {
            if (projection.streamKind().equals(event.stream().kind())) {
                RowKey key = new RowKey(projection.rowKind(), event.stream().id());
                follow(projection, key, event);
            }
        }
    }

    private void follow(Projection projection, RowKey key, RecordedEvent event) {
        if (unfoldable.contains(key)) {
            return;
        }
        Option<Payload> after = apply(projection, Option.of(folded.get(key)), event);
        if (after.isDefined()) {
            folded.put(key, after.get());
        } else {
            folded.remove(key);
        }
    }

    /** The row's value after an event; none if the event cannot be applied, for example because it was edited. */
    private Option<Payload> apply(Projection projection, Option<Payload> before, RecordedEvent event) {
        try {
            return projection.fold().apply(before, event);
        } catch (RuntimeException edited) {
            unfoldable.add(new RowKey(projection.rowKind(), event.stream().id()));
            return Option.none();
        }
    }

    /**
     * Reads all rows and compares them.
     *
     * @param each receives every row as stored
     * @return the keys of rows that differ from their events, have no events, or are missing
     */
    Seq<RowKey> differences(Consumer<Row> each) {
        List<RowKey> different = new ArrayList<>();
        Option<RowKey> after = Option.none();
        Page<Row> page;
        do {
            page = journal.allRows(after, Journal.MAX_PAGE);
            for (Row row : page.items()) {
                each.accept(row);
                projection(row.key()).filter(projection -> differs(projection, row)).forEach(projection -> different.add(row.key()));
                after = Option.some(row.key());
            }
        } while (page.hasMore());
        for (RowKey missing : Array.ofAll(folded.keySet())) {
            projection(missing).filter(projection -> differs(projection, missing)).forEach(projection -> different.add(missing));
        }
        return Array.ofAll(different).appendAll(unfoldable).distinct();
    }

    private Option<Projection> projection(RowKey key) {
        return projections.find(projection -> projection.rowKind().equals(key.kind()));
    }

    private boolean differs(Projection projection, Row row) {
        compared++;
        boolean differs = !isFold(projection, row, Option.of(folded.remove(row.key()))) && differs(projection, row.key());
        if (!differs) {
            projection.awaited().apply(row).forEach(stream -> awaiting.put(row.key(), stream));
        }
        return differs;
    }

    /**
     * The unfinished rows whose outbox message is missing, with the stream of that message.
     *
     * @param messages the streams with a message, read before the rows
     * @param again reads them again
     */
    Map<RowKey, StreamId> abandoned(Set<StreamId> messages, Supplier<Set<StreamId>> again) {
        Map<RowKey, StreamId> abandoned = new LinkedHashMap<>(awaiting);
        abandoned.values().removeAll(messages);
        if (abandoned.isEmpty()) {
            return abandoned;
        }
        // Other processes may write at the same time: a row may be newer than the messages, or be finished and its message
        // delivered.
        abandoned.values().removeAll(again.get());
        abandoned.entrySet().removeIf(entry -> journal.row(entry.getKey())
                .flatMap(row -> projection(entry.getKey()).flatMap(projection -> projection.awaited().apply(row)))
                .forAll(stream -> !stream.equals(entry.getValue())));
        return abandoned;
    }

    /** Reads row and events again. If others write at the same time, the row may be newer than the events read before. */
    private boolean differs(Projection projection, RowKey key) {
        StreamId stream = new StreamId(projection.streamKind(), key.key());
        for (int look = 0; look < LOOKS; look++) {
            Option<Payload> expected = fold(projection, stream);
            if (journal.row(key).map(row -> isFold(projection, row, expected)).getOrElse(expected.isEmpty())) {
                return false;
            }
        }
        return true;
    }

    /** Whether a row is what its events add up to. Both may be of older versions. */
    private static boolean isFold(Projection projection, Row row, Option<Payload> expected) {
        try {
            return expected.contains(projection.fold().upcast(row));
        } catch (JournalDamagedException unreadable) {
            return false;
        }
    }

    private Option<Payload> fold(Projection projection, StreamId stream) {
        Option<Payload> row = Option.none();
        long version = 0;
        Page<RecordedEvent> page;
        do {
            page = journal.stream(stream, version, Journal.MAX_PAGE);
            for (RecordedEvent event : page.items()) {
                row = apply(projection, row, event);
                version = event.version();
            }
        } while (page.hasMore());
        return row;
    }
}
