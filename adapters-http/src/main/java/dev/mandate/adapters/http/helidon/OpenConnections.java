package dev.mandate.adapters.http.helidon;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The connections that clients have open. All of them speak HTTP/1.1; one thread sees to it that none waits for ever for a client that
 * has gone silent, for which Helidon has no option.
 */
final class OpenConnections implements ServerConnectionSelector, AutoCloseable {

    private static final Duration LOOKS_EVERY = Duration.ofSeconds(1);
    private static final Duration LOOKS_AGAIN = Duration.ofMillis(10);

    private final Http1ConnectionSelector http =
            Http1ConnectionSelector.builder().config(Http1Config.create()).build();
    private final Set<ClientConnection> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Intake.Bounds bounds;

    private OpenConnections(Intake.Bounds bounds) {
        this.bounds = bounds;
    }

    /** None yet, and a watch over those to come until {@link #close}. */
    static OpenConnections watched(Intake.Bounds bounds) {
        OpenConnections connections = new OpenConnections(bounds);
        Thread.ofPlatform().daemon().name("mandate-connections").start(connections::watch);
        return connections;
    }

    private void watch() {
        try {
            while (!closed.await(LOOKS_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                open.forEach(connection -> connection.intake().endIfSilent());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void opened(ClientConnection connection) {
        open.add(connection);
    }

    void closed(ClientConnection connection) {
        open.remove(connection);
    }

    /** Waits until nobody is connected any more, or {@code patience} is over. */
    void awaitNone(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (!open.isEmpty() && System.nanoTime() - until < 0) {
            Thread.sleep(LOOKS_AGAIN);
        }
    }

    @Override
    public ServerConnection connection(ConnectionContext ctx) {
        Intake intake = new Intake(ctx.serverSocket(), bounds);
        return new ClientConnection(
                this,
                intake,
                ctx.remotePeer().host(),
                http.connection(new BoundedContext(ctx, DataReader.create(intake::next))));
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    @Override
    public Support supports(BufferData data) {
        return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
