package dev.mandate.engine.workers;

import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.ports.spi.workers.WorkerListener;
import java.util.function.LongSupplier;

/**
 * The external inputs of workers.
 *
 * @param clock measures leases and expiries
 * @param draws 64 random bits each time, for jitter; from any thread
 * @param listener receives events
 */
public record WorkerContext(ServerClock clock, LongSupplier draws, WorkerListener listener) {

    /** Passes an event to the listener. An exception from the listener must not end a worker. */
    void tell(WorkerEvent event) {
        try {
            listener.heard(event);
        } catch (Throwable e) {
            System.getLogger(WorkerContext.class.getPackageName())
                    .log(System.Logger.Level.ERROR, event.text() + "; and nobody heard it: " + Faults.describe(e));
        }
    }
}
