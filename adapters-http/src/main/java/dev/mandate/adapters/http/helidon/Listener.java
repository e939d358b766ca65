package dev.mandate.adapters.http.helidon;

import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Function;

/**
 * A server that goes on to listen. Helidon's ends for good, and says so to its log alone, as soon as the system has no new connection to
 * give: when the machine is out of files or memory for a moment, or a network has gone. Then another one takes its place.
 */
final class Listener implements AutoCloseable {

    private final InetSocketAddress at;
    private final Function<InetSocketAddress, WebServer> servers;
    private WebServer server;
    private boolean closed;

    private Listener(InetSocketAddress at, Function<InetSocketAddress, WebServer> servers, WebServer server) {
        this.at = at;
        this.servers = servers;
        this.server = server;
    }

    /**
     * Listens.
     *
     * @param at port 0 is any that is free
     * @param servers each of which is to listen there, and is not started yet
     * @throws UncheckedIOException if none can
     */
    static Listener start(InetSocketAddress at, Function<InetSocketAddress, WebServer> servers) {
        WebServer server = started(servers.apply(at), at);
        return new Listener(new InetSocketAddress(at.getAddress(), server.port()), servers, server);
    }

    private static WebServer started(WebServer server, InetSocketAddress at) {
        WebServer started = server.start();
        // It logs what is in the way, and returns.
        if (!started.isRunning()) {
            throw new UncheckedIOException(new BindException("nothing listens on " + at));
        }
        return started;
    }

    /** The port that is listened on. */
    int port() {
        return at.getPort();
    }

    /** Looks whether somebody listens, and sees to it. What is in the way of that may be gone when it is called again. */
    synchronized void listenAgainIfEnded() {
        if (!closed && hasEnded()) {
            WebServer next = servers.apply(at).start();
            if (next.isRunning()) {
                server = next;
            }
        }
    }

    /** The port would be given to somebody else, who would not even listen. Any other trouble on the way there tells nothing. */
    private boolean hasEnded() {
        try (Socket other = new Socket()) {
            other.setReuseAddress(true);
            other.bind(at);
            return true;
        } catch (IOException takenOrUnknown) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        WebServer stopped = server.stop();
        if (stopped.isRunning()) {
            throw new IllegalStateException("the server goes on after its stop");
        }
    }
}
