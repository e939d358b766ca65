package dev.mandate.domain.account;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * The delay between approval and execution. The account's time lock at execution counts, not that at
 * approval. More than {@link #MAX_SECONDS} can be represented, as on the chain, and is refused in settings.
 *
 * @param seconds 0 (no delay) to 4,294,967,295
 */
public record TimeLock(long seconds) {

    /** 90 days. */
    public static final long MAX_SECONDS = 7_776_000;

    public static final TimeLock NONE = new TimeLock(0);

    private static final long MOST = 0xffff_ffffL;

    public TimeLock {
        if (seconds < 0 || seconds > MOST) {
            throw new IllegalArgumentException("a time lock is 32 bits of seconds, not " + seconds);
        }
    }

    /** The time lock of a number from outside, or why it is out of range. The limit of accounts is checked later. */
    public static Either<OutOfRange, TimeLock> parse(long seconds) {
        return seconds < 0 || seconds > MOST
                ? Either.left(new OutOfRange(seconds, 0, MOST))
                : Either.right(new TimeLock(seconds));
    }

    /** What keeps it from being an account's time lock. */
    Array<SettingsProblem> problems() {
        return seconds > MAX_SECONDS
                ? Array.of(new SettingsProblem.TimeLockTooLong(this, MAX_SECONDS))
                : Array.empty();
    }

    /** The first moment at which something approved at {@code approvedAt} may be executed. */
    public UnixTime releases(UnixTime approvedAt) {
        return approvedAt.plusSeconds(seconds);
    }
}
