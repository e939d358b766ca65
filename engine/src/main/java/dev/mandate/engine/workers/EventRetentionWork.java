package dev.mandate.engine.workers;

import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.events.EventProjector.Reached;
import dev.mandate.ports.spi.time.ServerClock;
import java.time.Duration;

/** Removes projected events that are older than {@code kept}, one batch in each step. Removes nothing while the clock may be wrong. */
record EventRetentionWork(EventProjector projector, Duration kept, ServerClock clock) implements Work {

    @Override
    public Progress step() {
        return clock.undisputed()
                .map(now -> projector.prune(now.plusSeconds(-kept.toSeconds())))
                .filter(Reached.MORE::equals)
                .map(more -> Progress.MORE)
                .getOrElse(Progress.IDLE);
    }
}
