package dev.mandate.testsupport.rpc;

import dev.mandate.domain.chain.Signature;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The WebSocket interface of a node on loopback. It takes subscriptions, and notifies of a signature when the test says so, whether anything
 * landed or not. Frames and handshake are those of RFC 6455.
 */
public final class NodePubSub implements AutoCloseable {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int TEXT = 1;
    private static final int CLOSE = 8;

    private final ServerSocket server;
    private final List<Socket> open = new ArrayList<>();
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private long subscriptions;

    private NodePubSub(ServerSocket server) {
        this.server = server;
    }

    /** Listens on {@code port}. */
    public static NodePubSub start(int port) {
        try {
            NodePubSub started = new NodePubSub(new ServerSocket(port, 0, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().start(started::accept);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The port. A client that knows the node's URL takes the next one after the URL's. */
    public int port() {
        return server.getLocalPort();
    }

    /**
     * A request of a client.
     *
     * @param subscription the number that the node answered, or that the client named to end it
     */
    public record Request(NodePubSub node, Socket client, String method, JsonNode params, long subscription) {

        /** Sends the notice that ends the subscription. */
        public void notifyClient() {
            ObjectNode notice = MAPPER.createObjectNode().put("jsonrpc", "2.0").put("method", "signatureNotification");
            ObjectNode params = notice.putObject("params").put("subscription", subscription);
            params.putObject("result").putObject("value").putNull("err");
            say(MAPPER.writeValueAsString(notice));
        }

        /** Sends any text. */
        public void say(String text) {
            node.send(client, text);
        }

        /** The signature that the client asks for. */
        public Signature signature() {
            return Signature.parse(params.get(0).stringValue()).get();
        }
    }

    /** The next request of any client. */
    public Request request() throws InterruptedException {
        Request request = requests.poll(10, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no client asked for anything");
        }
        return request;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                synchronized (open) {
                    open.add(client);
                }
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            shakeHands(in, client.getOutputStream());
            for (byte[] text = text(in); text.length > 0; text = text(in)) {
                take(client, MAPPER.readTree(text));
            }
        } catch (IOException gone) {
            // The client has gone.
        }
    }

    private void take(Socket client, JsonNode call) {
        String method = call.get("method").stringValue();
        boolean subscribes = method.equals("signatureSubscribe");
        long subscription = subscribes ? nextSubscription() : call.get("params").get(0).longValue();
        ObjectNode answer = MAPPER.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", call.get("id"));
        send(client, MAPPER.writeValueAsString(subscribes ? answer.put("result", subscription) : answer.put("result", true)));
        requests.add(new Request(this, client, method, call.get("params"), subscription));
    }

    private synchronized long nextSubscription() {
        return ++subscriptions;
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

    /** The next text; empty once the client closes. */
    private static byte[] text(DataInputStream in) throws IOException {
        while (true) {
            int opcode = in.readUnsignedByte() & 0xF;
            int length = in.readUnsignedByte() & 0x7F;
            byte[] mask = new byte[4];
            byte[] payload = new byte[length == 126 ? in.readUnsignedShort() : length];
            in.readFully(mask);
            in.readFully(payload);
            for (int i = 0; i < payload.length; i++) {
                payload[i] ^= mask[i % 4];
            }
            if (opcode == TEXT) {
                return payload;
            }
            if (opcode == CLOSE) {
                return new byte[0];
            }
        }
    }

    private void send(Socket client, String text) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 4).put((byte) (0x80 | TEXT));
        if (payload.length < 126) {
            frame.put((byte) payload.length);
        } else {
            frame.put((byte) 126).putShort((short) payload.length);
        }
        frame.put(payload);
        try {
            synchronized (client) {
                client.getOutputStream().write(frame.array(), 0, frame.position());
                client.getOutputStream().flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes all connections. */
    @Override
    public void close() {
        try {
            server.close();
            synchronized (open) {
                for (Socket client : open) {
                    client.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
