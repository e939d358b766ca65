package dev.mandate.testkit.node.notices;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Accepts WebSocket connections on loopback. Frames and handshake are those of RFC 6455. */
final class WebSocketServer implements AutoCloseable {

    private static final String KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket server;
    private final BiConsumer<WebSocketConnection, byte[]> received;
    private final Consumer<WebSocketConnection> gone;
    private final Set<WebSocketConnection> open = ConcurrentHashMap.newKeySet();
    private volatile Heartbeat heartbeat = Heartbeat.ANSWERED;

    /** Whether pings are answered. */
    enum Heartbeat {
        ANSWERED,
        UNANSWERED
    }

    private WebSocketServer(
            ServerSocket server, BiConsumer<WebSocketConnection, byte[]> received, Consumer<WebSocketConnection> gone) {
        this.server = server;
        this.received = received;
        this.gone = gone;
    }

    /**
     * Listens on {@code port}.
     *
     * @param received gets each text
     * @param gone gets each connection that has ended
     */
    static WebSocketServer start(int port, BiConsumer<WebSocketConnection, byte[]> received, Consumer<WebSocketConnection> gone) {
        try {
            WebSocketServer started = new WebSocketServer(new ServerSocket(port, 0, InetAddress.getLoopbackAddress()), received, gone);
            Thread.ofVirtual().start(started::accept);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    void heartbeat(Heartbeat how) {
        heartbeat = how;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        WebSocketConnection connection = new WebSocketConnection(client);
        open.add(connection);
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            shakeHands(in, client.getOutputStream());
            connection.start();
            while (!server.isClosed()) {
                WebSocketConnection.Frame frame = WebSocketConnection.read(in);
                switch (frame.type()) {
                    case TEXT -> received.accept(connection, frame.payload());
                    case PING -> {
                        if (heartbeat == Heartbeat.ANSWERED) {
                            connection.pong(frame.payload());
                        }
                    }
                    case CLOSE -> connection.sayGoodbye();
                    case OTHER -> {}
                }
            }
        } catch (IOException left) {
            // The client has gone.
        } finally {
            open.remove(connection);
            connection.end();
            gone.accept(connection);
        }
    }

    private static void shakeHands(DataInputStream in, OutputStream out) throws IOException {
        String key = "";
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.regionMatches(true, 0, "Sec-WebSocket-Key:", 0, 18)) {
                key = line.substring(18).strip();
            }
        }
        out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                        + Base64.getEncoder().encodeToString(sha1(key + KEY_SUFFIX))
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static byte[] sha1(String text) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (char next = (char) in.readUnsignedByte(); next != '\n'; next = (char) in.readUnsignedByte()) {
            line.append(next);
        }
        return line.toString().strip();
    }

    /** Closes all connections. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.forEach(WebSocketConnection::end);
    }
}
