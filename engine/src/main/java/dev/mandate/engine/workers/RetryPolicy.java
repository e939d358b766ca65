package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.outbox.DeliveryFailure;
import io.vavr.control.Option;
import java.time.Duration;

/**
 * When a message is tried again, and when it is given up on. A function of its arguments: neither clock nor chance of its own.
 *
 * @param maxAttempts how many tries a message gets, at least 1
 * @param backoff how far apart
 */
public record RetryPolicy(int maxAttempts, Backoff backoff) {

    /** Sixteen tries over two hours on average, and four at most. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(16, new Backoff(Duration.ofSeconds(1), Duration.ofHours(1)));

    public RetryPolicy {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("a message gets a try at least, not " + maxAttempts);
        }
    }

    /**
     * What follows from a failed try.
     *
     * @param attempt which one it was, from 1
     * @param draw 64 random bits
     */
    public Verdict after(int attempt, DeliveryFailure failure, UnixTime now, long draw) {
        return switch (failure) {
            case DeliveryFailure.Permanent(String reason) -> new Verdict.Dead(reason);
            case DeliveryFailure.Transient(String reason) when attempt >= maxAttempts -> new Verdict.Dead(reason);
            case DeliveryFailure.Transient(String reason) -> {
                Duration pause = backoff.pause(attempt, draw);
                // The clock has whole seconds: rounded up, or the shortest pauses would be none.
                yield new Verdict.Again(now.plusSeconds(pause.plusMillis(999).toSeconds()), reason);
            }
        };
    }

    /**
     * Whether a message is given up on before it is tried: all its tries were begun, and of the last nothing was heard. So a
     * message that kills its worker each time comes to rest.
     *
     * @param attempt which one this would be
     */
    public Option<Verdict.Dead> exhausted(int attempt) {
        return Option.when(
                attempt > maxAttempts,
                () -> new Verdict.Dead("nothing was heard of try " + (attempt - 1) + ": its worker died, or was too slow"));
    }
}
