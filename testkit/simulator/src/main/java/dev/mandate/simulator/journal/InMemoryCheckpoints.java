package dev.mandate.simulator.journal;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Page;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The checkpoints of {@link InMemoryJournal}. */
final class InMemoryCheckpoints implements CheckpointLog {

    private Array<SignedCheckpoint> kept = Array.empty();

    synchronized void copyFrom(InMemoryCheckpoints other) {
        kept = other.checkpoints();
    }

    private synchronized Array<SignedCheckpoint> checkpoints() {
        return kept;
    }

    @Override
    public synchronized Option<SignedCheckpoint> latest() {
        return kept.lastOption();
    }

    @Override
    public synchronized Page<SignedCheckpoint> checkpoints(long afterNumber, int limit) {
        Page.requireLimit(limit);
        Array<SignedCheckpoint> rest = kept.drop(Math.clamp(afterNumber, 0, kept.size()));
        return new Page<>(rest.take(limit), rest.size() > limit);
    }

    @Override
    public synchronized Option<OutOfTurn> append(SignedCheckpoint next) {
        Bytes32 previous = latest().map(last -> last.checkpoint().hash()).getOrElse(Checkpoint.NONE);
        if (next.checkpoint().number() != kept.size() + 1L || !next.checkpoint().previous().equals(previous)) {
            return Option.some(new OutOfTurn(latest()));
        }
        kept = kept.append(next);
        return Option.none();
    }
}
