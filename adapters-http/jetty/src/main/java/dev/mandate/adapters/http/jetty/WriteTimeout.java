package dev.mandate.adapters.http.jetty;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** Fails a write that the client does not receive in time. Most writes complete at once and need no timer. */
final class WriteTimeout extends Callback.Nested {

    private final Scheduler scheduler;
    private final AtomicBoolean completed = new AtomicBoolean();

    WriteTimeout(Scheduler scheduler, Callback callback) {
        super(callback);
        this.scheduler = scheduler;
    }

    /** Starts the timer, unless the write has completed. */
    void start(Duration most) {
        if (!completed.get()) {
            scheduler.schedule(this::expire, most.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void expire() {
        if (!completed.get()) {
            failed(new TimeoutException("the response was not taken"));
        }
    }

    @Override
    public void succeeded() {
        if (completed.compareAndSet(false, true)) {
            super.succeeded();
        }
    }

    @Override
    public void failed(Throwable failure) {
        if (completed.compareAndSet(false, true)) {
            super.failed(failure);
        }
    }
}
