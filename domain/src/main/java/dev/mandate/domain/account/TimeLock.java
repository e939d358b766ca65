package dev.mandate.domain.account;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Either;

/**
 * The delay between approval and execution. The account's time lock of the moment of execution counts, not that of the
 * approval. More than {@link #MAX_SECONDS} can be written down, as the chain does, and is refused wherever it is asked for.
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

    /** A time lock of a number from outside, or why it is none. Whether it is too long for an account is asked later. */
    public static Either<OutOfRange, TimeLock> parse(long seconds) {
        return seconds < 0 || seconds > MOST
                ? Either.left(new OutOfRange(seconds, 0, MOST))
                : Either.right(new TimeLock(seconds));
    }

    /** The first moment at which something approved at {@code approvedAt} may be executed. */
    public UnixTime releases(UnixTime approvedAt) {
        return approvedAt.plusSeconds(seconds);
    }
}
