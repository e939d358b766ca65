package dev.mandate.ports.audit;

import io.vavr.control.Option;

/** Keeps the checkpoints, beside the journal that they cover. */
public interface CheckpointLog extends CheckpointReader {

    /**
     * Keeps {@code next}, for good, if it follows the latest one by number and hash. Of two who race, one is out of turn.
     *
     * @return why nothing was kept; none if it was
     */
    Option<OutOfTurn> append(SignedCheckpoint next);
}
