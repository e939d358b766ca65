package dev.mandate.engine.authority;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.spi.journal.Commit;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/**
 * Counts the challenges and the wrong codes of an API key in this hour, on all networks, together with the keys that it replaced. There is a
 * stream and a row for each such line of keys and hour. A count is committed with what it counts, so instances share one limit.
 */
public final class ApiKeySignInQuota {

    static final int STARTS_PER_HOUR = 600;
    /** Of a million codes a guesser so finds one in a year, over all addresses together. */
    static final int WRONG_CODES_PER_HOUR = 100;

    private static final long HOUR = 3_600;
    private static final EntityType<Count, Event> TYPE =
            EntityType.of("sign-in-quota", Count.class, Event.class, ApiKeySignInQuota::evolve);

    /** An hour's row has the number of its events of each kind. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<Count, Event> hours;

    ApiKeySignInQuota(TenantJournal journal) {
        this.hours = journal.anywhere(TYPE);
    }

    private sealed interface Event {

        record Started() implements Event {}

        record CodeRejected() implements Event {}
    }

    private record Count(int starts, int wrongCodes) {}

    private static Count evolve(Option<Count> before, Event event) {
        Count count = before.getOrElse(new Count(0, 0));
        return switch (event) {
            case Event.Started started -> new Count(count.starts() + 1, count.wrongCodes());
            case Event.CodeRejected rejected -> new Count(count.starts(), count.wrongCodes() + 1);
        };
    }

    /** What adds one more challenge to its commit. */
    Either<AuthorityRefusal, UnaryOperator<Commit>> start(ApiKeyId line, UnixTime now) {
        Option<Entity<Count>> before = hours.find(name(line, now));
        return within(before.map(count -> count.state().starts()).getOrElse(0), STARTS_PER_HOUR, now)
                .map(left -> commit -> hours.append(commit, name(line, now), before, Array.of(new Event.Started())));
    }

    /** What adds one more wrong code to its commit. No code is judged once the limit is reached. */
    Either<AuthorityRefusal, UnaryOperator<Commit>> wrongCode(ApiKeyId line, UnixTime now) {
        Option<Entity<Count>> before = hours.find(name(line, now));
        return within(before.map(count -> count.state().wrongCodes()).getOrElse(0), WRONG_CODES_PER_HOUR, now)
                .map(left -> commit -> hours.append(commit, name(line, now), before, Array.of(new Event.CodeRejected())));
    }

    private static Either<AuthorityRefusal, Integer> within(int taken, int limit, UnixTime now) {
        return taken < limit
                ? Either.right(limit - taken)
                : Either.left(new AuthorityRefusal.KeyLimitReached(limit, new UnixTime((hour(now) + 1) * HOUR)));
    }

    private static long hour(UnixTime now) {
        return Math.floorDiv(now.seconds(), HOUR);
    }

    private static String name(ApiKeyId line, UnixTime now) {
        return line.text() + "/" + hour(now);
    }
}
