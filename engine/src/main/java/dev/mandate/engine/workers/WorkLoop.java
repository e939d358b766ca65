package dev.mandate.engine.workers;

import dev.mandate.ports.spi.workers.WorkerEvent;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs one job until the workers stop. An exception from a step does not end it, and is always reported. */
final class WorkLoop implements Runnable {

    private static final Backoff AFTER_FAULTS = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30));

    private final Job job;
    private final WorkerContext at;
    private final CountDownLatch stopping;

    WorkLoop(Job job, WorkerContext at, CountDownLatch stopping) {
        this.job = job;
        this.at = at;
        this.stopping = stopping;
    }

    @Override
    public void run() {
        int failures = 0;
        Duration pause = Duration.ZERO;
        while (!stopped(pause)) {
            try {
                pause = switch (job.work().step()) {
                    case MORE -> Duration.ZERO;
                    case IDLE -> job.idlePause();
                };
                failures = 0;
            } catch (Throwable e) {
                failures++;
                pause = AFTER_FAULTS.pause(failures, at.draws().getAsLong());
                at.tell(new WorkerEvent.StepFailed(job.name(), failures, Faults.describe(e)));
            }
        }
    }

    private boolean stopped(Duration pause) {
        try {
            return stopping.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // A stop interrupts. Any other interrupt was meant for a step that has ended already.
            return stopping.getCount() == 0;
        }
    }
}
