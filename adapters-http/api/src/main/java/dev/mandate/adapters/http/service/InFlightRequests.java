package dev.mandate.adapters.http.service;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts and measures the requests in flight, and drains them before the service stops. */
public final class InFlightRequests {

    private final RequestTimes times;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile boolean stopping;

    /** Counts in {@code meters}, the registry of the host. */
    public InFlightRequests(MeterRegistry meters) {
        times = new RequestTimes(meters);
        Gauge.builder("mandate_http_requests_in_flight", this, InFlightRequests::inFlight)
                .description("Requests in the works")
                .register(meters);
    }

    /** Admits one request unless the service is stopping. It counts the request first, so that {@link #drain} misses none. */
    boolean enter() {
        inside.getAndIncrement();
        boolean welcome = !stopping;
        if (!welcome) {
            leave();
        }
        return welcome;
    }

    void leave() {
        boolean last = inside.decrementAndGet() == 0;
        if (last && stopping) {
            lock.lock();
            try {
                idle.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    void count(String method, String route, int status, Duration took) {
        times.count(method, route, status, took);
    }

    private double inFlight() {
        return inside.get();
    }

    /** Returns whether the service accepts requests. */
    public Flow flow() {
        return stopping ? Flow.STOPPING : Flow.OPEN;
    }

    /** Whether requests are admitted. */
    public enum Flow {
        OPEN,
        STOPPING
    }

    /**
     * Stops admitting requests and waits until those in flight are finished.
     *
     * @return the number still in flight after {@code patience}
     */
    public int drain(Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            stopping = true;
            while (inside.get() > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
            return inside.get();
        } finally {
            lock.unlock();
        }
    }
}
