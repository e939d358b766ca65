package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * The limits of one e-mail address of a tenant, on all networks. An address counts alike whether it is known or not. Nothing is counted for several
 * addresses together, so the use of one address never stops another one.
 *
 * @param starts the times of the newest challenges, oldest first
 * @param wrongCodes the times of the newest wrong codes, oldest first
 */
public record AddressCounts(Seq<UnixTime> starts, Seq<UnixTime> wrongCodes) {

    public static final int STARTS_PER_HOUR = 5;
    public static final int STARTS_PER_DAY = 20;
    /** Each wrong code is compared with two challenges at most. So of a million codes 120 are tried in a day. */
    public static final int WRONG_CODES_PER_DAY = 60;

    public static final AddressCounts NONE = new AddressCounts(Array.empty(), Array.empty());

    private static final long HOUR = 3_600;
    private static final long DAY = 86_400;

    /** What is counted. */
    public sealed interface Event {

        record Started(UnixTime at) implements Event {}

        record CodeRejected(UnixTime at) implements Event {}
    }

    /** One more challenge at {@code now}. */
    public Either<IdentityRefusal, Event> start(UnixTime now) {
        return requireBelow(starts, STARTS_PER_HOUR, HOUR, now)
                .flatMap(hour -> requireBelow(starts, STARTS_PER_DAY, DAY, now))
                .<IdentityRefusal>mapLeft(window -> new IdentityRefusal.TooManyStarts(window.limit(), window.seconds(), window.freeAgainAt()))
                .map(day -> new Event.Started(now));
    }

    /** One more wrong code at {@code now}. If it is refused no code is judged, a right one neither. */
    public Either<IdentityRefusal, Event> wrongCode(UnixTime now) {
        return requireBelow(wrongCodes, WRONG_CODES_PER_DAY, DAY, now)
                .<IdentityRefusal>mapLeft(window -> new IdentityRefusal.TooManyWrongCodes(window.limit(), window.seconds(), window.freeAgainAt()))
                .map(day -> new Event.CodeRejected(now));
    }

    /** The counts after {@code event}. */
    public AddressCounts after(Event event) {
        return switch (event) {
            case Event.Started(var at) -> new AddressCounts(starts.append(at).takeRight(STARTS_PER_DAY), wrongCodes);
            case Event.CodeRejected(var at) -> new AddressCounts(starts, wrongCodes.append(at).takeRight(WRONG_CODES_PER_DAY));
        };
    }

    /** A window that is used up. */
    private record Full(int limit, long seconds, UnixTime freeAgainAt) {}

    private static Either<Full, Integer> requireBelow(Seq<UnixTime> times, int limit, long seconds, UnixTime now) {
        Seq<UnixTime> within = times.filter(time -> now.isBefore(time.plusSeconds(seconds)));
        return within.size() < limit
                ? Either.right(within.size())
                : Either.left(new Full(limit, seconds, within.get(within.size() - limit).plusSeconds(seconds)));
    }
}
