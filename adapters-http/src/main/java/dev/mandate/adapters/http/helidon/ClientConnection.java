package dev.mandate.adapters.http.helidon;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** One client's connection, known to {@link OpenConnections} as long as it is open. */
final class ClientConnection implements ServerConnection {

    private static final ThreadLocal<ClientConnection> CURRENT = new ThreadLocal<>();

    private final OpenConnections all;
    private final Intake intake;
    private final Outflow outflow;
    private final String peer;
    private final ServerConnection http;

    /**
     * A connection that speaks {@code http}.
     *
     * @param intake where {@code http} reads
     * @param outflow where it writes
     * @param peer the client's address
     */
    ClientConnection(OpenConnections all, Intake intake, Outflow outflow, String peer, ServerConnection http) {
        this.all = all;
        this.intake = intake;
        this.outflow = outflow;
        this.peer = peer;
        this.http = http;
    }

    /** The connection that this thread serves: each is served by one thread from its beginning to its end. */
    static ClientConnection current() {
        ClientConnection current = CURRENT.get();
        if (current == null) {
            throw new IllegalStateException("this thread serves no connection");
        }
        return current;
    }

    Intake intake() {
        return intake;
    }

    /** Ends it if the client has kept the server waiting for too long. */
    void endIfStalled() {
        intake.endIfSilent();
        outflow.endIfStuck();
    }

    /** Ends it if it is of so little use that another one should have its place. */
    void giveWay() {
        intake.giveWay();
        outflow.giveWay();
    }

    /** Whether it should end with the next answer, so that others get its place. */
    boolean isWanted() {
        return all.crowded();
    }

    /** The address of whoever is connected. */
    String peer() {
        return peer;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        CURRENT.set(this);
        all.opened(this);
        try {
            http.handle(limit);
        } finally {
            all.closed(this);
            CURRENT.remove();
        }
    }

    /** None that Helidon should mind: {@link OpenConnections} does. */
    @Override
    public Duration idleTime() {
        return Duration.ZERO;
    }

    /** Helidon's own way interrupts who is about to read a request, and with it the answer to that. */
    @Override
    public void close(boolean interrupt) {
        if (interrupt) {
            http.close(true);
        } else {
            intake.end();
        }
    }
}
