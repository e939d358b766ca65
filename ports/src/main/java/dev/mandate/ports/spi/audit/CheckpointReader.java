package dev.mandate.ports.spi.audit;

import dev.mandate.ports.spi.journal.Page;
import io.vavr.control.Option;

/**
 * Read access to the checkpoints. Every call may block, is safe from any thread, and may throw {@link
 * dev.mandate.ports.spi.journal.JournalUnavailableException}.
 */
public interface CheckpointReader {

    /** The checkpoint with the highest number; none if the log is empty. */
    Option<SignedCheckpoint> latest();

    /** Checkpoints with numbers above {@code afterNumber}, in order; at most {@code limit}. */
    Page<SignedCheckpoint> checkpoints(long afterNumber, int limit);
}
