package dev.mandate.engine.audit;

import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.RecordMac;
import dev.mandate.ports.audit.AuditReader;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;
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

/** Folds events as they come by, and compares the outcome with the rows. */
final class RowComparison {

    /** How often a row is looked at again that somebody may be changing just now. */
    private static final int LOOKS = 3;

    private final AuditReader journal;
    private final Seq<Projection> projections;
    private final Map<RowKey, Payload> folded = new LinkedHashMap<>();

    /** Rows some of whose events make nothing. */
    private final Set<RowKey> unfoldable = new LinkedHashSet<>();

    /** The unfinished rows, with the stream that each needs a message about. */
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

    /** What an event makes of a row; none where it makes nothing of any, since whoever edits an event need not care what can be read. */
    private Option<Payload> apply(Projection projection, Option<Payload> before, RecordedEvent event) {
        try {
            return projection.fold().apply(before, event);
        } catch (RuntimeException edited) {
            unfoldable.add(new RowKey(projection.rowKind(), event.stream().id()));
            return Option.none();
        }
    }

    /**
     * Reads all rows.
     *
     * @param each receives every row as stored
     * @return the rows that are not what their events add up to, or that have no events, or are not there
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
        Payload found = RecordMac.bare(row.value());
        boolean differs = !found.equals(folded.remove(row.key())) && differs(projection, row.key());
        if (!differs) {
            projection.awaited().apply(row).forEach(stream -> awaiting.put(row.key(), stream));
        }
        return differs;
    }

    /**
     * The rows that are unfinished, and about whose stream the outbox has no message.
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
        // Others may write meanwhile: a row may be newer than the messages, or finished by now and its message gone for that.
        abandoned.values().removeAll(again.get());
        abandoned.entrySet().removeIf(entry -> journal.row(entry.getKey())
                .flatMap(row -> projection(entry.getKey()).flatMap(projection -> projection.awaited().apply(row)))
                .forAll(stream -> !stream.equals(entry.getValue())));
        return abandoned;
    }

    /** Looks again: if others write meanwhile, the row may be newer than the events that were read. */
    private boolean differs(Projection projection, RowKey key) {
        StreamId stream = new StreamId(projection.streamKind(), key.key());
        for (int look = 0; look < LOOKS; look++) {
            Option<Payload> expected = fold(projection, stream);
            if (journal.row(key).map(Row::value).map(RecordMac::bare).equals(expected)) {
                return false;
            }
        }
        return true;
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
