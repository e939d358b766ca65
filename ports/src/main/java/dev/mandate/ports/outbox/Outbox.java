package dev.mandate.ports.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedMessage;
import io.vavr.control.Option;

/**
 * The messages of commits that are not delivered yet.
 *
 * <p>Guarantees, of every implementation:
 *
 * <ul>
 *   <li>A message is in the outbox if and only if its commit took effect, and leaves it only by {@link #done} or {@link
 *       #discard}. It may be handed out more than once (a worker may die between delivery and {@link #done}), always
 *       under the same number, by which receivers recognize repetitions. No number is used again.
 *   <li>While a lease runs, its message is not handed out again. After its end the message is handed out under a new lease with a
 *       higher fencing token; holders of older leases cannot settle it any more.
 *   <li>Messages of one topic about one stream are handed out in the order of their numbers, each only after the previous one
 *       has left the outbox. A dead letter blocks the messages after it until it is retried or discarded.
 *   <li>Tenants take turns: a claim hands out a message of the tenant that follows {@link Claim#after} by name, and after the last
 *       name of the first again. Tenants without a message that is due are passed over. So a tenant waits for one message of each
 *       other tenant at most, however many messages they have. Of one tenant's messages the longest due comes first.
 * </ul>
 *
 * <p>A message that is due, or leased, for longer than {@link Claim#LONGEST_WAIT_SECONDS} from the claim's {@code now} is due: a
 * clock was ahead when it was written.
 *
 * <p>Leases are measured by the callers' clocks: these may differ by less than a lease lasts. Every call may block, is safe
 * from any thread and process, and may throw {@link dev.mandate.ports.journal.JournalUnavailableException}.
 */
public interface Outbox extends DeadLetters {

    /** Leases the message of the tenant whose turn it is; none if no message is due. */
    Option<Delivery> claim(Claim claim);

    /**
     * Removes a delivered message from the outbox, even after the lease's end if no other worker has claimed it since.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> done(Lease lease);

    /**
     * Records a failed attempt; the next is due at {@code nextAttempt}.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt);

    /**
     * Records a failed attempt after which no other follows by itself: the message becomes a dead letter.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> bury(Lease lease, String reason, UnixTime now);

    /** All messages that have not left the outbox, with numbers above {@code afterNumber}, in order; at most {@code limit}. */
    Page<RecordedMessage> open(long afterNumber, int limit);
}
