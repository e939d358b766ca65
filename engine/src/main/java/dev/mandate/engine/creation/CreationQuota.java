package dev.mandate.engine.creation;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.StreamId;

/**
 * How many accounts an API key has ordered today, with those in whose place it came: a stream for each line of keys and day, with an event for each order. Its version is the
 * count, and to commit against it is to take one.
 */
final class CreationQuota {

    private static final String KIND = "creation-quota";
    private static final long DAY_SECONDS = 86_400;
    private static final Payload ORDERED = new Payload("quota-taken", 1, Bytes.EMPTY);

    private final Journal journal;

    CreationQuota(Journal journal) {
        this.journal = journal;
    }

    /**
     * One line's day.
     *
     * @param taken how many were ordered
     * @param endsAt when the next day begins
     */
    record Day(StreamId stream, long taken, UnixTime endsAt) {}

    Day day(ApiKeyId line, UnixTime now) {
        long day = Math.floorDiv(now.seconds(), DAY_SECONDS);
        StreamId stream = new StreamId(KIND, line.text() + "/" + day);
        return new Day(stream, journal.version(stream), new UnixTime((day + 1) * DAY_SECONDS));
    }

    Commit take(Commit commit, Day day) {
        return commit.append(day.stream(), day.taken(), ORDERED);
    }
}
