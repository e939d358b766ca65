package dev.mandate.ports.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedMessage;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * The messages that commits sent and nobody has delivered yet.
 *
 * <p>Guarantees, of every implementation:
 *
 * <ul>
 *   <li>A message is in the outbox if and only if its commit took effect, and leaves it only by {@link #done} or {@link
 *       #discard}. It may be handed out more than once (a worker may die after it delivered and before it said so), always
 *       under the same number: receivers tell repetitions by it. No number is ever used again.
 *   <li>While a lease runs, its message is not handed out again. When it has run out the message is, under a new lease with a
 *       higher fencing token; whoever holds an older one can settle nothing any more.
 *   <li>Messages of one topic about one stream are handed out in the order of their numbers, each only after the one before
 *       it has left the outbox. A dead letter holds up those behind it until it is retried or discarded.
 * </ul>
 *
 * <p>A message that is due, or leased, for longer than {@link Claim#LONGEST_WAIT_SECONDS} from the claim's {@code now} is due: some
 * clock was ahead when that was written.
 *
 * <p>Leases are measured by the callers' clocks: these may differ by less than a lease lasts. Every call may block, is safe
 * from any thread and process, and may throw {@link dev.mandate.ports.journal.JournalUnavailableException}.
 */
public interface Outbox extends DeadLetters {

    /** Leases messages that are due, the ones that are due longest first. */
    Seq<Delivery> claim(Claim claim);

    /**
     * The message has been delivered: it leaves the outbox. Also after the lease's end, if nobody else has claimed it since.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> done(Lease lease);

    /**
     * The attempt failed, and the next is due at {@code nextAttempt}.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt);

    /**
     * The attempt failed, and no other will be made before somebody asks for it: the message becomes a dead letter.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<LeaseLost> bury(Lease lease, String reason, UnixTime now);

    /** All messages that have not left the outbox, with numbers above {@code afterNumber}, in order; at most {@code limit}. */
    Page<RecordedMessage> open(long afterNumber, int limit);
}
