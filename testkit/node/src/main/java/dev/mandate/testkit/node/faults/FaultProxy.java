package dev.mandate.testkit.node.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vavr.collection.Array;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;

/**
 * Stands between a client and a node, and does to its requests what a bad network does, by a {@link FaultPlan}. By hand:
 *
 * <pre>{@code java -cp … dev.mandate.testkit.node.faults.FaultProxy PORT NODE_URL SEED PERCENT}</pre>
 */
public final class FaultProxy implements AutoCloseable {

    private final FaultInjector faults;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** A node that is reached over HTTP. */
    public static FaultInjector.Node at(URI url) {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return request -> {
            try {
                return client.send(
                                HttpRequest.newBuilder(url)
                                        .header("content-type", "application/json")
                                        .POST(HttpRequest.BodyPublishers.ofByteArray(request))
                                        .build(),
                                HttpResponse.BodyHandlers.ofByteArray())
                        .body();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        };
    }

    private FaultProxy(FaultInjector faults, HttpServer server) {
        this.faults = faults;
        this.server = server;
    }

    /**
     * Starts a proxy on loopback.
     *
     * @param port 0 for any free one
     * @param log is told each fault, and the methods that it strikes
     */
    public static FaultProxy start(int port, FaultInjector.Node node, FaultPlan plan, BiConsumer<WireFault, String> log) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            FaultProxy proxy = new FaultProxy(new FaultInjector(node, plan, log), server);
            server.createContext("/", proxy::serve);
            server.setExecutor(proxy.threads);
            server.start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code PORT NODE_URL SEED PERCENT}. */
    public static void main(String... args) {
        if (args.length != 4) {
            System.err.println("usage: FaultProxy PORT NODE_URL SEED PERCENT");
            System.exit(2);
        }
        Array<WireFault> kinds = WireFault.ofNetwork().remove(WireFault.DIGIT_CHANGED);
        FaultPlan plan = new FaultPlan(Long.parseLong(args[2]), kinds, Integer.parseInt(args[3]), Integer.MAX_VALUE, Integer.MAX_VALUE);
        FaultProxy proxy = start(
                Integer.parseInt(args[0]), at(URI.create(args[1])), plan, (fault, methods) -> System.err.println(fault + " " + methods));
        System.err.println("faults by seed " + args[2] + " on " + proxy.url());
    }

    /** Returns the proxy's URL. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            faults.serve(exchange, exchange.getRequestBody().readAllBytes());
        }
    }

    @Override
    public void close() {
        faults.close();
        server.stop(0);
        threads.shutdownNow().forEach(task -> {});
    }
}
