package dev.mandate.app.serve;

import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;

/** A server on a node of devnet that a test stops and starts. What it keeps is in its folder. */
public final class RestartedServer implements AutoCloseable {

    /** Seconds between two looks at the accounts: the fewest there are. */
    public static final int ROUND_SECONDS = 2;

    /** Something else may listen on the port of a server that has stopped. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(40);

    private final Path folder;
    private final HashMap<Setting, String> settings;
    private final StringWriter log = new StringWriter();
    private Option<Serving> here = Option.none();
    private Option<ServerProcess> apart = Option.none();
    private volatile int port;
    private volatile boolean isUp;

    /** How it runs, and with that how it stops. */
    public enum Run {
        /** In this process. It stops in order. */
        HERE,
        /** In a process of its own, which is killed. */
        APART
    }

    public RestartedServer(Path folder, URI node, int watchSeconds) {
        this.folder = folder;
        this.settings = HashMap.of(
                Setting.VAULT_PASSPHRASE_FILE, PassphraseFixture.in(folder).toString(),
                Setting.DEFAULT_NETWORK, "devnet",
                Setting.RPC_URL_DEVNET, node.toString(),
                Setting.CREATION_BUDGET_LAMPORTS, "1000000000000",
                Setting.WATCH_SECONDS, Integer.toString(watchSeconds));
    }

    public void start(Run run) throws IOException {
        switch (run) {
            case HERE -> {
                Serving serving = Serving.start(
                                ServeSettings.of(settings.merge(HashMap.of(
                                                Setting.HTTP_PORT, "0",
                                                Setting.DATA_DIR, folder.toString(),
                                                Setting.REQUESTS_PER_KEY_PER_SECOND, "0",
                                                Setting.CREATIONS_PER_KEY_PER_DAY, "1000000",
                                                Setting.BOOTSTRAP_API_KEY, ServeFixture.TOKEN)))
                                        .get(),
                                "test",
                                new PrintWriter(log, true))
                        .getOrElseThrow(problem -> new AssertionError(problem));
                here = Option.some(serving);
                port = serving.port();
            }
            case APART -> {
                ServerProcess process = ServerProcess.started(
                        Array.empty(), folder, settings.toArray().flatMap(each -> Array.of(each._1.flag(), each._2)));
                apart = Option.some(process);
                port = process.port();
            }
        }
        isUp = true;
    }

    /** Waits until it runs. */
    public void awaitStart() throws InterruptedException {
        while (!isUp) {
            Thread.sleep(20);
        }
    }

    /** Stops it in order, or kills it. */
    public void stop() throws InterruptedException {
        isUp = false;
        here.forEach(Serving::close);
        here = Option.none();
        if (apart.isDefined()) {
            apart.get().kill();
            close();
        }
    }

    /** A request with the key that may do everything, to where it runs, or ran last. */
    public HttpRequest.Builder request(String path) {
        return ServeFixture.request(port, path).header("x-service-network", "devnet").timeout(ANSWER_TIMEOUT);
    }

    /** What it wrote to its log while it ran here. */
    public String log() {
        return log.toString();
    }

    @Override
    public void close() {
        here.forEach(Serving::close);
        apart.forEach(ServerProcess::close);
        here = Option.none();
        apart = Option.none();
    }
}
