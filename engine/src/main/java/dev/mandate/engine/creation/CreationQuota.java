package dev.mandate.engine.creation;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.CommitChain;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.journal.Commit;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * Counts the accounts that an API key has ordered today, together with the keys that it replaced. There is a stream and a row for each such
 * line of keys and day, with an event for each order and for each one given back.
 */
final class CreationQuota {

    private static final long DAY_SECONDS = 86_400;
    private static final EntityType<Count, Event> TYPE =
            EntityType.of("creation-quota", Count.class, Event.class, CreationQuota::evolve);

    static final Projection PROJECTION = TYPE.projection();

    private final Repository<Count, Event> days;

    CreationQuota(TenantJournal journal) {
        this.days = journal.anywhere(TYPE);
    }

    sealed interface Event {

        record Taken() implements Event {}

        record GivenBack() implements Event {}
    }

    /** The number of orders, without those given back. */
    private record Count(long taken) {}

    /**
     * The count of one line of keys on one day.
     *
     * @param name of its stream and row
     */
    record Day(String name, Option<Entity<Count>> entity) {

        long taken() {
            return entity.map(found -> found.state().taken()).getOrElse(0L);
        }
    }

    private static Count evolve(Option<Count> before, Event event) {
        long count = before.map(Count::taken).getOrElse(0L);
        return switch (event) {
            case Event.Taken taken -> new Count(count + 1);
            case Event.GivenBack back when count > 0 -> new Count(count - 1);
            case Event.GivenBack back -> throw new IllegalStateException("nothing was taken");
        };
    }

    /** The number of the day in which {@code now} lies, counted from 1970. */
    static long day(UnixTime now) {
        return Math.floorDiv(now.seconds(), DAY_SECONDS);
    }

    /** The end of the day in which {@code now} lies. */
    static UnixTime endOfDay(UnixTime now) {
        return new UnixTime((day(now) + 1) * DAY_SECONDS);
    }

    Day day(ApiKeyId line, UnixTime now) {
        String name = name(line, now);
        return new Day(name, days.find(name));
    }

    /** The count after the pending commits of {@code chain}. */
    Day ahead(CommitChain chain, ApiKeyId line, UnixTime now) {
        String name = name(line, now);
        return new Day(name, days.find(chain, name));
    }

    private static String name(ApiKeyId line, UnixTime now) {
        return line.text() + "/" + day(now);
    }

    Commit take(Commit commit, Day day) {
        return days.append(commit, day.name(), day.entity(), Array.of(new Event.Taken()));
    }

    /** Gives one order back to the day of this name, even if that day is over. */
    Commit giveBack(CommitChain chain, Commit commit, String name) {
        return days.append(commit, name, days.find(chain, name), Array.of(new Event.GivenBack()));
    }
}
