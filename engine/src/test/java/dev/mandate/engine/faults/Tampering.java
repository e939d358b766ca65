package dev.mandate.engine.faults;

import dev.mandate.engine.journal.Projection;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** What somebody with a hand in the database does to one entity. The records that stay keep their MACs. */
public enum Tampering {
    ROW_REMOVED,
    ROW_AND_EVENTS_REMOVED,
    /** The row is that of the version before. */
    ROW_PUT_BACK,
    ROW_AND_EVENTS_PUT_BACK;

    /** Whether only rows are changed. */
    public boolean keepsEvents() {
        return this == ROW_REMOVED || this == ROW_PUT_BACK;
    }

    /** A journal with the streams, rows and messages of {@code from}, after this was done to the entity of {@code stream}. */
    public InMemoryJournal of(InMemoryJournal from, StreamId stream, Seq<Projection> projections) {
        InMemoryJournal to = new InMemoryJournal();
        long newest = from.version(stream);
        long left = this == ROW_REMOVED || this == ROW_AND_EVENTS_REMOVED ? 0 : newest - 1;
        Array<RecordedEvent> events = Array.ofAll(from.events(0, Journal.MAX_PAGE).items());
        events.filter(event -> keepsEvents() || !event.stream().equals(stream) || event.version() <= left)
                .forEach(event -> write(to, Commit.at(event.recordedAt()).append(event.stream(), event.version() - 1, event.payload())));
        RowKey key = new RowKey(stream.kind(), stream.id());
        from.allRows(Option.none(), Journal.MAX_PAGE)
                .items()
                .flatMap(row -> row.key().equals(key)
                        ? folded(events.filter(event -> event.stream().equals(stream) && event.version() <= left), projections)
                                .map(payload -> new Row(key, payload))
                        : Option.some(row))
                .forEach(row -> write(to, Commit.at(events.last().recordedAt()).change(new RowChange.Put(row))));
        from.open(0, Journal.MAX_PAGE)
                .items()
                .forEach(message -> write(to, Commit.at(message.recordedAt()).sending(message.message())));
        return to;
    }

    private static Option<Payload> folded(Array<RecordedEvent> events, Seq<Projection> projections) {
        return events.foldLeft(Option.none(), (before, event) -> projections
                .find(one -> one.streamKind().equals(event.stream().kind()))
                .get()
                .fold()
                .apply(before, event));
    }

    private static void write(InMemoryJournal journal, Commit commit) {
        if (journal.commit(commit).isLeft()) {
            throw new AssertionError("not copied: " + commit);
        }
    }
}
