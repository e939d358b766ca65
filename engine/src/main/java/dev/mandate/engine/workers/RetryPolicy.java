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
 * @param later how far apart once many have failed; none: no other
 */
public record RetryPolicy(int maxAttempts, Backoff backoff, Option<Later> later) {

    /** Sixteen tries over two hours on average, and four at most. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(16, new Backoff(Duration.ofSeconds(1), Duration.ofHours(1)));

    /**
     * What takes the place of a backoff after many tries.
     *
     * @param tries how many, at least 1
     * @param backoff of those beyond, the first of which is its first
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

    /** After so many tries {@code slower}. */
    public RetryPolicy slowingDown(int tries, Backoff slower) {
        return new RetryPolicy(maxAttempts, backoff, Option.some(new Later(tries, slower)));
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
                Duration pause = pause(attempt, draw);
                // The clock has whole seconds: rounded up, or the shortest pauses would be none.
                yield new Verdict.Again(now.plusSeconds(pause.plusMillis(999).toSeconds()), reason);
            }
        };
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
