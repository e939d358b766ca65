package dev.mandate.app.serve;

import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Either;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server in this process for who wants one to play with: what {@code mandate serve} starts, on a free port of the loopback interface,
 * with simulated networks whose clock stands until it is told to advance. No setting from outside has a say.
 */
public final class LocalServer implements AutoCloseable {

    private final Serving serving;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LocalServer(Serving serving) {
        this.serving = serving;
    }

    /**
     * Starts it, or says in one line what is in the way.
     *
     * @param folder for its journal and its keys
     * @param clock where the clock of its networks stands
     * @param version what it says of itself
     * @param log for what {@code mandate serve} tells on standard error
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

    /** The port that it listens on. */
    public int port() {
        return serving.port();
    }

    /** Lets requests in the works finish, and ends all of it, the store last. Once is enough, and more does no harm. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            serving.close();
        }
    }
}
