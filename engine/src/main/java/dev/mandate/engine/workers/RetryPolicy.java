package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import io.vavr.control.Option;
import java.time.Duration;

/**
 * Decides when a message is tried again, and when it becomes a dead letter. Uses no clock or random source of its own.
 *
 * @param maxAttempts maximum number of tries, at least 1
 * @param backoff pauses between tries
 * @param later other pauses after many failed tries; none: the same
 */
public record RetryPolicy(int maxAttempts, Backoff backoff, Option<Later> later) {

    /** Sixteen tries within two hours on average, and four hours at most. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(16, new Backoff(Duration.ofSeconds(1), Duration.ofHours(1)));

    /**
     * A backoff that replaces the first one after many tries.
     *
     * @param tries number of tries after which it applies, at least 1
     * @param backoff pauses after further tries, counted from 1 again
     */
    public record Later(int tries, Backoff backoff) {
        public Later {
            if (tries < 1) {
                throw new IllegalArgumentException("after no try nothing has failed: " + tries);
            }
        }
    }

    public RetryPolicy {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("a message gets a try at least, not " + maxAttempts);
        }
    }

    /** The same backoff for all tries. */
    public RetryPolicy(int maxAttempts, Backoff backoff) {
        this(maxAttempts, backoff, Option.none());
    }

    /** The same policy, with {@code slower} after this many tries. */
    public RetryPolicy slowingDown(int tries, Backoff slower) {
        return new RetryPolicy(maxAttempts, backoff, Option.some(new Later(tries, slower)));
    }

    /**
     * The verdict after a failed try.
     *
     * @param attempt number of the try, from 1
     * @param draw 64 random bits
     */
    public Verdict after(int attempt, DeliveryFailure failure, UnixTime now, long draw) {
        return switch (failure) {
            case DeliveryFailure.Permanent(String reason) -> new Verdict.Dead(reason);
            case DeliveryFailure.Transient(String reason) when attempt >= maxAttempts -> new Verdict.Dead(reason);
            case DeliveryFailure.Transient(String reason) -> again(now, pause(attempt, draw), reason);
            case DeliveryFailure.Waiting(String reason) -> again(now, backoff.pause(1, draw), reason);
        };
    }

    private static Verdict again(UnixTime now, Duration pause, String reason) {
        // The clock counts whole seconds. Rounding down would make the shortest pauses zero.
        return new Verdict.Again(now.plusSeconds(pause.plusMillis(999).toSeconds()), reason);
    }

    /** The longest pause between two tries. */
    public Duration longestPause() {
        Duration cap = backoff.cap();
        return later.map(slow -> slow.backoff().cap())
                .filter(slower -> slower.compareTo(cap) > 0)
                .getOrElse(cap);
    }

    private Duration pause(int attempt, long draw) {
        return later.filter(slow -> attempt > slow.tries())
                .map(slow -> slow.backoff().pause(attempt - slow.tries(), draw))
                .getOrElse(() -> backoff.pause(attempt, draw));
    }

    /**
     * The verdict for a message whose tries are used up before this one, because the worker of the last try died. So a message that kills
     * its worker each time becomes a dead letter.
     *
     * @param attempt number of the try that would begin
     */
    public Option<Verdict.Dead> exhausted(int attempt) {
        return Option.when(
                attempt > maxAttempts,
                () -> new Verdict.Dead("nothing was heard of try " + (attempt - 1) + ": its worker died, or was too slow"));
    }
}
