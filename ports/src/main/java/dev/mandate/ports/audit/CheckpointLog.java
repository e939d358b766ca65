package dev.mandate.ports.audit;

import io.vavr.control.Option;

/** Stores the checkpoints beside the journal that they cover. */
public interface CheckpointLog extends CheckpointReader {

    /**
     * Stores {@code next} for good if it follows the latest one by number and hash. Of two concurrent calls one is refused.
     *
     * @return why it was not stored; none if it was
     */
    Option<OutOfTurn> append(SignedCheckpoint next);
}
