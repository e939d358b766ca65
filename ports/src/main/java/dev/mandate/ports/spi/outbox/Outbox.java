package dev.mandate.ports.spi.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedMessage;
import io.vavr.control.Option;

/**
 * The undelivered messages of commits.
 *
 * <p>Every implementation guarantees:
 *
 * <ul>
 *   <li>A message is in the outbox if and only if its commit took effect. Only {@link #done} and {@link #discard} remove it. It
 *       may be delivered more than once, because a worker may die between delivery and {@link #done}. It keeps its number, by
 *       which receivers recognize repetitions. Numbers are never reused.
 *   <li>A message is due from its {@link RecordedMessage#recordedAt} on, a failed or retried one from the time that the call sets.
 *   <li>A leased message is not claimed again before its lease ends. The next lease has a higher fencing token. Holders of
 *       older leases cannot settle the message any more.
 *   <li>Messages of one topic about one stream are claimed in the order of their numbers, each only after the previous one has
 *       left the outbox. A dead letter blocks the later messages until it is retried or discarded.
 *   <li>Tenants take turns. A claim selects the first tenant after {@link Claim#after}, in the order of names, that has a due
 *       message. After the last name it continues with the first. How long a message has been due does not matter between tenants.
 *       So a tenant waits for at most one message of each other tenant. Among the messages of one tenant, the one that has been due longest comes first.
 * </ul>
 *
 * <p>If a message's due time or lease end is more than {@link Claim#LONGEST_WAIT_SECONDS} after the claim's {@code now}, the
 * message counts as due: a clock was ahead when the time was written.
 *
 * <p>Leases are measured by the callers' clocks. These clocks must differ by less than the length of a lease. Every call may
 * block, is safe from any thread and process, and may throw {@link dev.mandate.ports.spi.journal.JournalUnavailableException}.
 */
public interface Outbox extends DeadLetters {

    /** Leases one message of the tenant whose turn it is; none if no message is due. */
    Option<Delivery> claim(Claim claim);

    /**
     * Removes a delivered message from the outbox. This works after the lease's end, too, if no other worker has claimed the
     * message.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> done(Lease lease);

    /**
     * Records a failed attempt and sets the time of the next one.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt);

    /**
     * Records a failed attempt and makes the message a dead letter.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> bury(Lease lease, String reason, UnixTime now);

    /** All messages in the outbox with numbers above {@code afterNumber}, in order; at most {@code limit}. */
    Page<RecordedMessage> open(long afterNumber, int limit);
}
