package dev.mandate.adapters.micrometer;

import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.ports.spi.workers.WorkerListener;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts the events of workers in the registry of the host, and passes them on: the counter {@code mandate.workers} with the tags {@code
 * event} and {@code job}. A dead letter ({@code buried}) needs the operator.
 */
public final class MeteredWorkers implements WorkerListener {

    private final WorkerListener next;
    private final MeterRegistry meters;

    public MeteredWorkers(WorkerListener next, MeterRegistry meters) {
        this.next = next;
        this.meters = meters;
    }

    @Override
    public void heard(WorkerEvent event) {
        switch (event) {
            case WorkerEvent.Retrying retrying -> count("retrying", retrying.topic());
            case WorkerEvent.Buried buried -> count("buried", buried.topic());
            case WorkerEvent.Late late -> count("late", late.topic());
            case WorkerEvent.StepFailed failed -> count("step-failed", failed.worker());
            case WorkerEvent.Leased leased -> count("leased", leased.worker());
            case WorkerEvent.NotStopped left -> count("not-stopped", left.worker());
        }
        next.heard(event);
    }

    private void count(String event, String job) {
        meters.counter("mandate.workers", "event", event, "job", job).increment();
    }
}
