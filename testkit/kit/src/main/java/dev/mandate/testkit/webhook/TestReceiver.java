package dev.mandate.testkit.webhook;

import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver on this machine, which reads whole requests and answers as it is told to. */
final class TestReceiver implements AutoCloseable {

    private final ServerSocket server;
    private final Answer answer;
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /** A request that arrived. */
    record Request(String line, Map<String, String> headers, String body) {}

    /** What it does after it has read a request. */
    @FunctionalInterface
    interface Answer {
        void write(OutputStream out) throws IOException, InterruptedException;

        static Answer of(String text) {
            return out -> out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private TestReceiver(ServerSocket server, Answer answer) {
        this.server = server;
        this.answer = answer;
    }

    static TestReceiver answering(Answer answer) throws IOException {
        TestReceiver receiver = new TestReceiver(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
        Thread.ofVirtual().start(receiver::accept);
        return receiver;
    }

    String url() {
        return "http://localhost:" + server.getLocalPort() + "/in?key=1";
    }

    Array<Request> requests() {
        return Array.ofAll(requests);
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
        try (client) {
            InputStream in = client.getInputStream();
            String line = line(in);
            Map<String, String> headers = HashMap.empty();
            for (String header = line(in); !header.isEmpty(); header = line(in)) {
                int colon = header.indexOf(':');
                headers = headers.put(header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
            }
            int length = Integer.parseInt(headers.get("content-length").getOrElse("0"));
            requests.add(new Request(line, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8)));
            answer.write(client.getOutputStream());
        } catch (IOException | InterruptedException gone) {
            // The sender has closed the connection.
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
