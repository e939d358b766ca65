package dev.mandate.adapters.http.jetty;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which the next request does not arrive in time. Jetty's idle timeout restarts with each byte, so a
 * client could hold a connection by sending a header byte by byte.
 */
final class ArrivalTimeout extends AbstractLifeCycle implements Connection.Listener {

    private static final Duration EVERY = Duration.ofMillis(100);

    private final Map<EndPoint, Waiting> connections = new ConcurrentHashMap<>();
    private final Scheduler scheduler;
    private final ServerLimits limits;
    private final IntSupplier open;

    /** @param open supplies the number of open connections */
    ArrivalTimeout(Scheduler scheduler, ServerLimits limits, IntSupplier open) {
        this.scheduler = scheduler;
        this.limits = limits;
        this.open = open;
    }

    /** The state of a connection: the number of unanswered requests, and since when it waits for the next one. */
    private static final class Waiting {
        private final AtomicInteger requests = new AtomicInteger();
        private volatile long sinceNanos = System.nanoTime();

        private boolean isLongerThan(Duration most) {
            return requests.get() == 0 && System.nanoTime() - sinceNanos > most.toNanos();
        }
    }

    @Override
    protected void doStart() {
        scheduleNext();
    }

    @Override
    public void onOpened(Connection connection) {
        connections.put(connection.getEndPoint(), new Waiting());
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection.getEndPoint());
    }

    /**
     * Records that a request has arrived on a connection.
     *
     * @return must run once the request is answered
     */
    Runnable arrived(EndPoint connection) {
        Waiting waiting = connections.getOrDefault(connection, new Waiting());
        waiting.requests.incrementAndGet();
        return () -> {
            waiting.sinceNanos = System.nanoTime();
            waiting.requests.decrementAndGet();
        };
    }

    private void closeLate() {
        Duration most = open.getAsInt() < limits.connections() ? limits.idle() : limits.crowded();
        connections.forEach((connection, waiting) -> {
            if (waiting.isLongerThan(most)) {
                connection.close(new TimeoutException("no request arrived"));
            }
        });
        scheduleNext();
    }

    private void scheduleNext() {
        if (isRunning()) {
            scheduler.schedule(this::closeLate, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
