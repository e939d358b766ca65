package dev.mandate.engine.workers;

import dev.mandate.engine.audit.AnchoredCheckpoints;
import java.time.Duration;

/** Compares a journal with its anchor, signs a checkpoint when one is due, and once more when the workers stop. */
record AnchoredCheckpointWork(AnchoredCheckpoints checkpoints, Duration every) implements Work {

    @Override
    public Progress step() {
        checkpoints.keep(every);
        return Progress.IDLE;
    }

    @Override
    public void atStop() {
        checkpoints.secure();
    }
}
