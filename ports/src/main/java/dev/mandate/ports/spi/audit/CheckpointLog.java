package dev.mandate.ports.spi.audit;

import io.vavr.control.Option;

/** Stores the checkpoints beside the journal that they cover. */
public interface CheckpointLog extends CheckpointReader {

    /**
     * Stores {@code next} permanently if its number and previous hash follow the latest checkpoint. If two calls race, one is
     * refused.
     *
     * @return why it was not stored; none if it was stored
     */
    Option<OutOfTurn> append(SignedCheckpoint next);
}
