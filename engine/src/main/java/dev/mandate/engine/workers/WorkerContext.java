package dev.mandate.engine.workers;

import dev.mandate.ports.time.ServerClock;
import java.util.function.LongSupplier;

/**
 * What workers are given of the world.
 *
 * @param clock measures leases and expiries
 * @param draws 64 random bits each time, for jitter; from any thread
 * @param listener hears what happens
 */
public record WorkerContext(ServerClock clock, LongSupplier draws, WorkerListener listener) {

    /** Tells the listener, whose own fault must not end a worker. */
    void tell(WorkerEvent event) {
        try {
            listener.heard(event);
        } catch (Throwable e) {
            System.getLogger(WorkerContext.class.getPackageName())
                    .log(System.Logger.Level.ERROR, event.text() + "; and nobody heard it: " + Faults.describe(e));
        }
    }
}
