package dev.mandate.app.serve;

import dev.mandate.adapters.kms.KeyFileProblem;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server in this process for demos and tests. It equals {@code mandate serve} on a free port of the loopback interface. It reads no
 * settings from outside.
 */
public final class LocalServer implements AutoCloseable {

    private final Serving serving;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LocalServer(Serving serving) {
        this.serving = serving;
    }

    /**
     * Starts the server on simulated networks, or returns one line that says why it cannot. Their clock moves only when it is advanced.
     *
     * @param folder for its journal and its keys
     * @param clock the initial time of its networks
     * @param version the version that it reports
     * @param log receives the lines that {@code mandate serve} writes to standard error
     */
    public static Either<String, LocalServer> start(Path folder, Instant clock, String version, PrintWriter log) {
        return start(
                folder, HashMap.of(Setting.CHAIN, "simulated", Setting.SIMULATED_CLOCK, clock.toString()), version, log);
    }

    /**
     * Starts the server on a node of a test network: its devnet. It has no mainnet.
     *
     * @param node the URL of the node's JSON-RPC interface
     */
    public static Either<String, LocalServer> start(Path folder, URI node, String version, PrintWriter log) {
        return VaultOpening.sandboxPassphrase(folder, log::println)
                .mapLeft(KeyFileProblem::text)
                .flatMap(passphrase -> start(
                        folder,
                        HashMap.of(Setting.RPC_URL_DEVNET, node.toString(), Setting.VAULT_PASSPHRASE_FILE, passphrase.toString()),
                        version,
                        log));
    }

    private static Either<String, LocalServer> start(
            Path folder, Map<Setting, String> network, String version, PrintWriter log) {
        // Its journal is counted, and must not depend on when a watcher looks.
        return ServeSettings.of(network.put(Setting.HTTP_PORT, "0")
                        .put(Setting.WATCH_SECONDS, "0")
                        .put(Setting.DATA_DIR, folder.toString())
                        .put(Setting.MAIL, "file:" + mails(folder)))
                .mapLeft((Array<String> problems) -> problems.mkString("; "))
                .flatMap(settings -> Serving.start(settings, version, log))
                .map(LocalServer::new);
    }

    /** The folder with the mails of a server in {@code folder}, a file for each. */
    public static Path mails(Path folder) {
        return folder.resolve("mails");
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
