package dev.mandate.ports.spi.outbox;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Page;
import io.vavr.control.Option;

/**
 * The messages that the outbox no longer tries to deliver, and those that wait, for the operator. Every call may block, is safe from any thread and
 * process, and may throw {@link dev.mandate.ports.spi.journal.JournalUnavailableException}.
 */
public interface DeadLetters {

    /** Dead letters with numbers above {@code afterNumber}, in order; at most {@code limit}. */
    Page<DeadLetter> deadLetters(long afterNumber, int limit);

    /** The messages of {@code topic} that are still tried, with numbers above {@code afterNumber}, in order; at most {@code limit}. */
    Page<WaitingMessage> waiting(String topic, long afterNumber, int limit);

    /**
     * Makes a dead letter due at {@code now}, and resets its number of attempts.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<NoDeadLetter> retry(long number, UnixTime now);

    /**
     * Removes a dead letter permanently.
     *
     * @return why nothing happened; none if it took effect
     */
    Option<NoDeadLetter> discard(long number);
}
