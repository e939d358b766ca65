package dev.mandate.adapters.http.jetty;

import java.time.Duration;
import java.util.Comparator;
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
 *
 * <p>If connections become few, those without a request of an API key's holder are closed first, the oldest before the others.
 */
final class ArrivalTimeout extends AbstractLifeCycle implements Connection.Listener {

    private static final Duration EVERY = Duration.ofMillis(100);

    /** The time that every connection has for its first request, and to receive a reply. */
    private static final Duration FIRST_REQUEST = Duration.ofMillis(250);

    /** The part of all connections that is kept free. */
    private static final int ROOM = 8;

    private final Map<EndPoint, Activity> connections = new ConcurrentHashMap<>();
    private final Scheduler scheduler;
    private final ServerLimits limits;
    private final IntSupplier open;

    /** @param open supplies the number of open connections */
    ArrivalTimeout(Scheduler scheduler, ServerLimits limits, IntSupplier open) {
        this.scheduler = scheduler;
        this.limits = limits;
        this.open = open;
    }

    /** The requests of a connection. Thread-safe. */
    static final class Activity {

        private final long openedNanos = System.nanoTime();
        private final AtomicInteger atWork = new AtomicInteger();
        private final AtomicInteger unanswered = new AtomicInteger();
        private volatile boolean admitted;
        private volatile long sinceNanos = openedNanos;
        private volatile long repliedNanos = openedNanos;

        private void arrived() {
            atWork.incrementAndGet();
            unanswered.incrementAndGet();
        }

        /** Records that an API key admits a request of the connection. */
        void admitted() {
            admitted = true;
        }

        /** Records that a request has its reply, which the client has yet to receive. */
        void replied() {
            repliedNanos = System.nanoTime();
            atWork.decrementAndGet();
        }

        /** Records that the client has received the reply. */
        void answered() {
            sinceNanos = System.nanoTime();
            unanswered.decrementAndGet();
        }

        private boolean waitsLongerThan(Duration most) {
            return unanswered.get() == 0 && System.nanoTime() - sinceNanos > most.toNanos();
        }

        private boolean makesRoom() {
            return !admitted && atWork.get() == 0 && System.nanoTime() - repliedNanos > FIRST_REQUEST.toNanos();
        }
    }

    @Override
    protected void doStart() {
        scheduleNext();
    }

    @Override
    public void onOpened(Connection connection) {
        connections.put(connection.getEndPoint(), new Activity());
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection.getEndPoint());
    }

    /** Records that a request has arrived on a connection. It must be replied and answered. */
    Activity arrived(EndPoint connection) {
        Activity activity = connections.getOrDefault(connection, new Activity());
        activity.arrived();
        return activity;
    }

    private void closeLate() {
        Duration most = open.getAsInt() < limits.connections() ? limits.idle() : limits.crowded();
        connections.forEach((connection, activity) -> {
            if (activity.waitsLongerThan(most)) {
                connection.close(new TimeoutException("no request arrived"));
            }
        });
        makeRoom(open.getAsInt() - limits.connections() + limits.connections() / ROOM + 1);
        scheduleNext();
    }

    private void makeRoom(int connectionsTooMany) {
        if (connectionsTooMany > 0) {
            long now = System.nanoTime();
            connections.entrySet().stream()
                    .filter(connection -> connection.getValue().makesRoom())
                    .sorted(Comparator.comparingLong(connection -> connection.getValue().openedNanos - now))
                    .limit(connectionsTooMany)
                    .forEach(connection -> connection.getKey().close(new TimeoutException("no API key admitted a request")));
        }
    }

    private void scheduleNext() {
        if (isRunning()) {
            scheduler.schedule(this::closeLate, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
