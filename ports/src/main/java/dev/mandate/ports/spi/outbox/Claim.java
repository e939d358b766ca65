package dev.mandate.ports.spi.outbox;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * A request for one due message of a topic.
 *
 * @param topic as in {@link dev.mandate.ports.spi.journal.OutboxMessage#topic}
 * @param after the tenant that had the last turn; none before the first turn
 * @param leaseSeconds the length of the lease, starting at {@code now}; 1 to {@link #MAX_LEASE_SECONDS}
 */
public record Claim(String topic, Option<Tenant> after, UnixTime now, long leaseSeconds) {

    /**
     * The maximum delay of an attempt, and the maximum lease. If a message is due later than that, a wrong clock delayed it.
     */
    public static final long LONGEST_WAIT_SECONDS = 3_600;

    /** Half of the longest wait, because clocks may differ by less than a lease. */
    public static final long MAX_LEASE_SECONDS = LONGEST_WAIT_SECONDS / 2;

    public Claim {
        if (leaseSeconds < 1 || leaseSeconds > MAX_LEASE_SECONDS) {
            throw new IllegalArgumentException(
                    "a lease lasts 1 to " + MAX_LEASE_SECONDS + " seconds, not " + leaseSeconds);
        }
    }

    /** A claim before the first turn. */
    public static Claim of(String topic, UnixTime now, long leaseSeconds) {
        return new Claim(topic, Option.none(), now, leaseSeconds);
    }

    /** The end of the lease, unless the message is settled earlier. */
    public UnixTime leasedUntil() {
        return now.plusSeconds(leaseSeconds);
    }

    /** A message with a due time after this one counts as due now. */
    public UnixTime latestDue() {
        return now.plusSeconds(LONGEST_WAIT_SECONDS);
    }
}
