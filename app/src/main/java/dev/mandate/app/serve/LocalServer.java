package dev.mandate.app.serve;

import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Either;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server in this process for demos and tests. It equals {@code mandate serve} on a free port of the loopback interface, with
 * simulated networks whose clock moves only when it is advanced. It reads no settings from outside.
 */
public final class LocalServer implements AutoCloseable {

    private final Serving serving;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LocalServer(Serving serving) {
        this.serving = serving;
    }

    /**
     * Starts the server, or returns one line that says why it cannot.
     *
     * @param folder for its journal and its keys
     * @param clock the initial time of its networks
     * @param version the version that it reports
     * @param log receives the lines that {@code mandate serve} writes to standard error
     */
    public static Either<String, LocalServer> start(Path folder, Instant clock, String version, PrintWriter log) {
        return ServeSettings.of(HashMap.of(
                        Setting.HTTP_PORT, "0",
                        Setting.DATA_DIR, folder.toString(),
                        Setting.CHAIN, "simulated",
                        Setting.SIMULATED_CLOCK, clock.toString()))
                .mapLeft((Array<String> problems) -> problems.mkString("; "))
                .flatMap(settings -> Serving.start(settings, version, log))
                .map(LocalServer::new);
    }

    /** Returns the server's port. */
    public int port() {
        return serving.port();
    }

    /** Finishes the requests in flight and stops everything, the store last. Further calls have no effect. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            serving.close();
        }
    }
}
