package dev.mandate.engine.audit;

import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalReader;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
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

/** Folds events as they come by, and compares the outcome with the rows. */
final class RowComparison {

    /** How often a row is looked at again that somebody may be changing just now. */
    private static final int LOOKS = 3;

    private final JournalReader journal;
    private final Seq<Projection> projections;
    private final Map<RowKey, Payload> folded = new LinkedHashMap<>();

    /** Rows some of whose events make nothing. */
    private final Set<RowKey> unfoldable = new LinkedHashSet<>();

    private long compared;

    RowComparison(JournalReader journal, Seq<Projection> projections) {
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

    /** The rows that are not what their events add up to, or that have no events, or are not there. */
    Seq<RowKey> differences() {
        List<RowKey> different = new ArrayList<>();
        for (Projection projection : projections) {
            RowScan scan = RowScan.of(projection.rowKind(), Journal.MAX_PAGE);
            Page<Row> page;
            do {
                page = journal.rows(scan);
                for (Row row : page.items()) {
                    compared++;
                    Payload expected = folded.remove(row.key());
                    if (!row.value().equals(expected) && differs(projection, row.key())) {
                        different.add(row.key());
                    }
                    scan = scan.after(row.key().key());
                }
            } while (page.hasMore());
            for (RowKey missing : Array.ofAll(folded.keySet())) {
                if (missing.kind().equals(projection.rowKind()) && differs(projection, missing)) {
                    different.add(missing);
                }
            }
        }
        return Array.ofAll(different).appendAll(unfoldable).distinct();
    }

    /** Looks again: if others write meanwhile, the row may be newer than the events that were read. */
    private boolean differs(Projection projection, RowKey key) {
        StreamId stream = new StreamId(projection.streamKind(), key.key());
        for (int look = 0; look < LOOKS; look++) {
            Option<Payload> expected = fold(projection, stream);
            if (journal.row(key).map(Row::value).equals(expected)) {
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
