package dev.mandate.adapters.http.jetty;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.service.HttpService;
import io.vavr.collection.Set;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Serves an {@link HttpService} over HTTP/1.0, HTTP/1.1 and HTTP/2 with prior knowledge, without TLS. */
public final class JettyServer implements AutoCloseable {

    /** nginx forwards up to four header lines of 8 KiB; few clients send more than one. */
    private static final int HEADER_BYTES = 16 * 1024;

    /** The number of requests that an HTTP/2 connection may have in progress. Jetty refuses further streams. */
    private static final int STREAMS = 32;

    /** The number of connections that may wait to be accepted. */
    private static final int BACKLOG = 1_024;

    /** The time for responses in progress when the server stops. */
    private static final Duration STOP = Duration.ofMillis(500);

    /** Idle connections close at once when the server stops. */
    private static final Duration STOP_IDLE = Duration.ofMillis(1);

    private final Server server;
    private final ServerConnector connector;
    private final NetworkConnectionLimit connections;

    private JettyServer(Server server, ServerConnector connector, NetworkConnectionLimit connections) {
        this.server = server;
        this.connector = connector;
        this.connections = connections;
    }

    /**
     * Where to listen.
     *
     * @param port 0 for any free port
     * @param trustedProxies addresses of proxies whose {@code x-forwarded-for} is trusted
     */
    public record Listening(String host, int port, Set<String> trustedProxies) {}

    /**
     * Starts to listen, until {@link #close}.
     *
     * @throws UncheckedIOException if it cannot listen on the address
     */
    public static JettyServer start(HttpService service, Listening listening) {
        return start(service, listening, ServerLimits.ofThisProcess());
    }

    static JettyServer start(HttpService service, Listening listening, ServerLimits limits) {
        Server server = new Server(threads());
        ServerConnector connector = connector(server, limits);
        connector.setHost(listening.host());
        connector.setPort(listening.port());
        server.addConnector(connector);

        NetworkConnectionLimit connections = new NetworkConnectionLimit(limits.connections(), connector);
        server.addBean(connections);
        ArrivalTimeout arrival = new ArrivalTimeout(connector.getScheduler(), limits, connections::getNetworkConnectionCount);
        connector.addBean(arrival);

        JettyHandler handler = new JettyHandler(service, new ClientAddress(listening.trustedProxies()), arrival, limits);
        server.setHandler(handler);
        server.setErrorHandler(handler::refuse);
        server.setStopTimeout(STOP.toMillis());
        start(server);
        return new JettyServer(server, connector, connections);
    }

    /** Requests run on virtual threads. These few threads accept connections and wait for bytes. */
    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName("mandate-http");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        return threads;
    }

    private static ServerConnector connector(Server server, ServerLimits limits) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HEADER_BYTES);
        http.setHttpCompliance(HttpCompliance.STRICT);
        // Otherwise a header whose value differs only in case takes its earlier value on the same connection, and two keys become one.
        http.setHeaderCacheCaseSensitive(true);
        // The router compares paths as sent, so no other encoding of a path reaches an endpoint.
        http.setUriCompliance(UriCompliance.UNSAFE);
        HTTP2CServerConnectionFactory http2 = new HTTP2CServerConnectionFactory(http);
        http2.setMaxConcurrentStreams(STREAMS);
        http2.setInitialSessionRecvWindow(Body.MAX_BYTES);
        http2.setInitialStreamRecvWindow(Body.MAX_BYTES);

        ServerConnector connector = new ServerConnector(server, 1, -1, new HttpConnectionFactory(http), http2);
        connector.setIdleTimeout(limits.idle().toMillis());
        connector.setShutdownIdleTimeout(STOP_IDLE.toMillis());
        connector.setAcceptQueueSize(BACKLOG);
        return connector;
    }

    private static void start(Server server) {
        try {
            server.start();
        } catch (IOException taken) {
            LifeCycle.stop(server);
            throw new UncheckedIOException(taken);
        } catch (Exception fault) {
            LifeCycle.stop(server);
            throw new IllegalStateException(fault);
        }
    }

    /** Returns the port of the server. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Closes idle connections at once; responses in progress have half a second. */
    @Override
    public void close() {
        try {
            // Otherwise it would accept a waiting client for each closed connection and leave it open.
            connections.stop();
            server.stop();
        } catch (TimeoutException cutOff) {
            // Some responses were still in progress.
            return;
        } catch (Exception fault) {
            throw new IllegalStateException(fault);
        }
    }
}
