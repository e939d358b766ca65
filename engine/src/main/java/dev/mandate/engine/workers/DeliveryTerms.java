package dev.mandate.engine.workers;

import java.time.Duration;

/**
 * How the messages of a topic are delivered.
 *
 * @param retry what follows from a failure
 * @param leaseSeconds how long a try may take before others take its worker for dead
 * @param parallel how many messages at once, each of another stream
 * @param poll how long to wait where nothing is due
 */
public record DeliveryTerms(RetryPolicy retry, long leaseSeconds, int parallel, Duration poll) {

    /** Two at once, a minute for each try, a look four times a second. */
    public static final DeliveryTerms DEFAULT =
            new DeliveryTerms(RetryPolicy.DEFAULT, 60, 2, Duration.ofMillis(250));

    public DeliveryTerms {
        if (leaseSeconds < 1 || parallel < 1 || poll.isNegative() || poll.isZero()) {
            throw new IllegalArgumentException(
                    "no terms: a lease of " + leaseSeconds + " s, " + parallel + " at once, a look each " + poll);
        }
    }
}
