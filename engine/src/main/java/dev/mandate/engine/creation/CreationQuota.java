package dev.mandate.engine.creation;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;
import io.vavr.control.Option;

/**
 * How many accounts an API key has ordered today, with those in whose place it came: a stream and a row for each line of keys and day,
 * with an event for each order and for each that was given back.
 */
final class CreationQuota {

    static final String KIND = "creation-quota";
    private static final String ROW = "creation-quota";
    private static final int SCHEMA = 1;
    private static final long DAY_SECONDS = 86_400;
    private static final Payload TAKEN = new Payload("quota-taken", SCHEMA, Bytes.EMPTY);
    private static final Payload GIVEN_BACK = new Payload("quota-given-back", SCHEMA, Bytes.EMPTY);

    static final Projection PROJECTION = new Projection(KIND, KIND, CreationQuota::fold);

    private final Journal journal;

    CreationQuota(Journal journal) {
        this.journal = journal;
    }

    /**
     * One line's day.
     *
     * @param name of its stream and row
     * @param taken how many were ordered, but for those that were given back
     * @param version of its stream
     */
    record Day(String name, long taken, long version) {

        private Day after(Payload event) {
            return new Day(name, taken + (event.type().equals(TAKEN.type()) ? 1 : -1), version + 1);
        }
    }

    /** When the day ends that {@code now} is in. */
    static UnixTime endOfDay(UnixTime now) {
        return new UnixTime((Math.floorDiv(now.seconds(), DAY_SECONDS) + 1) * DAY_SECONDS);
    }

    Day day(ApiKeyId line, UnixTime now) {
        return day(line.text() + "/" + Math.floorDiv(now.seconds(), DAY_SECONDS));
    }

    private Day day(String name) {
        return journal.row(new RowKey(KIND, name))
                .map(row -> read(name, row.value()))
                .getOrElse(new Day(name, 0, 0));
    }

    Commit take(Commit commit, Day day) {
        return write(commit, day, TAKEN);
    }

    /** Gives back one that was taken of the day of this name, however long ago. */
    Commit giveBack(Commit commit, String name) {
        return write(commit, day(name), GIVEN_BACK);
    }

    private static Commit write(Commit commit, Day day, Payload event) {
        return commit.append(new StreamId(KIND, day.name()), day.version(), event)
                .change(new RowChange.Put(new RowKey(KIND, day.name()), row(day.after(event))));
    }

    private static Option<Payload> fold(Option<Payload> row, RecordedEvent event) {
        String name = event.stream().id();
        Day before = row.map(there -> read(name, there)).getOrElse(new Day(name, 0, 0));
        return Option.some(row(before.after(event.payload())));
    }

    private static Payload row(Day day) {
        RecordWriter out = new RecordWriter();
        out.number(day.taken());
        out.number(day.version());
        return new Payload(ROW, SCHEMA, out.written());
    }

    private static Day read(String name, Payload row) {
        return RecordReader.read(row.content(), in -> new Day(name, in.number(), in.number()));
    }
}
