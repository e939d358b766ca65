package dev.mandate.engine.workers;

import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Signs a checkpoint of the events since the last one, and once more when the workers stop. */
final class CheckpointWork implements Work {

    private final Checkpointer checkpointer;
    private final ServerClock clock;

    CheckpointWork(Checkpointer checkpointer, ServerClock clock) {
        this.checkpointer = checkpointer;
        this.clock = clock;
    }

    @Override
    public Progress step() {
        Either<OutOfTurn, Option<SignedCheckpoint>> signed = checkpointer.signNext(clock.now());
        // Out of turn: another instance has just signed. A full checkpoint did not reach the end of the journal. After any other
        // the next one waits for its time; otherwise a busy journal would be signed without a pause.
        boolean full = signed.exists(checkpoint -> checkpoint.exists(
                some -> some.checkpoint().heads().size() == Checkpoint.MAX_HEADS));
        return full ? Progress.MORE : Progress.IDLE;
    }

    @Override
    public void atStop() {
        Progress progress;
        do {
            progress = step();
        } while (progress == Progress.MORE);
    }
}
