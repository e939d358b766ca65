package dev.mandate.engine.workers;

import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.events.EventProjector.Reached;

/** Projects events of tenants while they are recorded. */
record EventProjectionWork(EventProjector projector) implements Work {

    @Override
    public Progress step() {
        return projector.step() == Reached.MORE ? Progress.MORE : Progress.IDLE;
    }
}
