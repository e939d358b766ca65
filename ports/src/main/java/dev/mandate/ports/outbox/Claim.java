package dev.mandate.ports.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Page;

/**
 * Asks for messages of one topic that are due.
 *
 * @param topic as in {@link dev.mandate.ports.journal.OutboxMessage#topic}
 * @param leaseSeconds how long they are kept from others, from {@code now} on; at least 1
 * @param limit how many at most, 1 to {@link dev.mandate.ports.journal.Journal#MAX_PAGE}
 */
public record Claim(String topic, UnixTime now, long leaseSeconds, int limit) {

    public Claim {
        if (leaseSeconds < 1) {
            throw new IllegalArgumentException("a lease lasts a second at least, not " + leaseSeconds);
        }
        Page.requireLimit(limit);
    }

    /** When the lease ends, unless it is settled before. */
    public UnixTime leasedUntil() {
        return now.plusSeconds(leaseSeconds);
    }
}
