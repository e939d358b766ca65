package dev.mandate.adapters.mail;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** An SMTP server on loopback that gives a fixed reply to each command; the command {@code ""} stands for the greeting. */
final class ScriptedMailServer implements AutoCloseable {

    /** The reply after which the server says nothing any more. */
    static final String SILENCE = "";

    private static final Map<String, String> FRIENDLY = HashMap.of("", "220 here", "DATA", "354 go on", ".", "250 taken");
    private static final String STARTTLS = "STARTTLS";

    private final ServerSocket socket;
    private final Map<String, String> replies;
    private final SSLContext tls;
    private final List<String> received = new CopyOnWriteArrayList<>();

    private ScriptedMailServer(Map<String, String> replies, SSLContext tls) throws IOException {
        this.socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        this.replies = replies.merge(FRIENDLY);
        this.tls = tls;
        Thread.ofVirtual().start(this::serve);
    }

    /** A server without encryption. It takes every mail, except for {@code replies}. */
    static ScriptedMailServer replying(Map<String, String> replies) throws IOException, NoSuchAlgorithmException {
        return new ScriptedMailServer(replies, SSLContext.getDefault());
    }

    /** A server that takes every mail and offers encryption. */
    static ScriptedMailServer encrypting(SSLContext tls) throws IOException {
        return new ScriptedMailServer(HashMap.of("EHLO", "250-here\r\n250 " + STARTTLS, STARTTLS, "220 go on"), tls);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The commands until now, without their arguments. */
    List<String> received() {
        return received;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                answer("", client);
                converse(client);
            } catch (IOException e) {
                received.add("[connection lost]");
            }
        }
    }

    private void converse(Socket client) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
        boolean content = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String command = line.split("[ :]", 2)[0];
            content = content && !line.equals(".");
            if (content) {
                continue;
            }
            received.add(command);
            answer(command, client);
            content = reply(command).startsWith("354");
            if (command.equals(STARTTLS)) {
                SSLSocket encrypted = (SSLSocket) tls.getSocketFactory().createSocket(client, "", client.getPort(), true);
                encrypted.setUseClientMode(false);
                converse(encrypted);
                return;
            }
        }
    }

    private void answer(String command, Socket client) throws IOException {
        if (!reply(command).equals(SILENCE)) {
            client.getOutputStream().write((reply(command) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    private String reply(String command) {
        return replies.getOrElse(command, "250 fine");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
