package dev.mandate.engine.workers;

import dev.mandate.ports.spi.outbox.Claim;
import java.time.Duration;

/**
 * How the messages of a topic are delivered.
 *
 * @param retry decides after a failure
 * @param leaseSeconds duration of a lease; after it other workers assume that this one died
 * @param parallel number of messages delivered at once, each of another stream
 * @param poll pause if no message is due
 */
public record DeliveryTerms(RetryPolicy retry, long leaseSeconds, int parallel, Duration poll) {

    /** Two messages at once, a lease of a minute, four polls per second. */
    public static final DeliveryTerms DEFAULT =
            new DeliveryTerms(RetryPolicy.DEFAULT, 60, 2, Duration.ofMillis(250));

    public DeliveryTerms {
        if (leaseSeconds < 1 || parallel < 1 || poll.isNegative() || poll.isZero()) {
            throw new IllegalArgumentException(
                    "no terms: a lease of " + leaseSeconds + " s, " + parallel + " at once, a look each " + poll);
        }
        if (retry.longestPause().toSeconds() > Claim.LONGEST_WAIT_SECONDS || leaseSeconds > Claim.MAX_LEASE_SECONDS) {
            throw new IllegalArgumentException("an outbox holds back no message for so long: " + retry.longestPause()
                    + ", or " + leaseSeconds + " s of a lease");
        }
    }
}
