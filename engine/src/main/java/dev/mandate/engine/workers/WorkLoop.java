package dev.mandate.engine.workers;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Does one job until everybody is told to stop. Nothing that a step throws ends it, or goes untold. */
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
            // Stopping interrupts; any other interrupt is meant for a step that has ended already.
            return stopping.getCount() == 0;
        }
    }
}
