package dev.mandate.adapters.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.standardwebhooks.Webhook;
import dev.mandate.adapters.webhook.HttpWebhookSender.Loopback;
import dev.mandate.adapters.webhook.HttpWebhookSender.NameLookup;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.webhook.WebhookAttempt.Fault;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.webhook.WebhookSender.Message;
import dev.mandate.ports.spi.webhook.WebhookSender.Sent;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HttpWebhookSenderTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Duration TIMEOUT = Duration.ofMillis(1_500);
    private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

    private final ServerSocket server = listening();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private HttpWebhookSender sender = sender(Loopback.ALLOWED, InetAddress::getAllByName);

    /** What a receiver does after it has read a request. */
    @FunctionalInterface
    private interface Answering {
        void answer(OutputStream out) throws IOException, InterruptedException;
    }

    private record Received(String requestLine, Map<String, String> headers, String body) {}

    private static ServerSocket listening() {
        try {
            return new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpWebhookSender sender(Loopback loopback, NameLookup names) {
        return new HttpWebhookSender(loopback, names, TIMEOUT, Option.none());
    }

    @AfterEach
    void close() throws IOException {
        sender.close();
        server.close();
    }

    private void receiving(Answering answering) {
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket client = server.accept();
                    Thread.ofVirtual().start(() -> answer(client, answering));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private void answer(Socket client, Answering answering) {
        try (client) {
            BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            String line = in.readLine();
            Map<String, String> headers = new HashMap<>();
            for (String header = in.readLine(); !header.isEmpty(); header = in.readLine()) {
                int colon = header.indexOf(':');
                headers.put(header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
            }
            char[] body = new char[Integer.parseInt(headers.get("content-length"))];
            int read = 0;
            while (read < body.length) {
                read += in.read(body, read, body.length - read);
            }
            received.add(new Received(line, headers, new String(body)));
            answering.answer(client.getOutputStream());
        } catch (IOException | InterruptedException gone) {
            // The sender has closed the connection.
        }
    }

    private static Answering saying(String answer) {
        return out -> out.write(answer.getBytes(StandardCharsets.US_ASCII));
    }

    private Sent send() {
        return send("http://localhost:" + server.getLocalPort() + "/in?key=1");
    }

    private Sent send(String url) {
        return sender.send(message(url)).get();
    }

    private static Message message(String url) {
        return new Message(
                WebhookUrl.parse(url).get(),
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                new UnixTime(1_614_265_330),
                Bytes.of("{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8)),
                Array.of(SECRET));
    }

    /** The vector of Standard Webhooks. */
    @Test
    void theSignatureIsThatOfTheReferenceVector() throws Exception {
        receiving(saying(OK));

        Sent sent = send();

        assertTrue(sent.attempt().isSuccess(), sent::toString);
        Received request = received.getFirst();
        assertEquals("POST /in?key=1 HTTP/1.1", request.requestLine());
        assertEquals("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", request.headers().get("webhook-signature"));
        assertEquals("msg_p5jXN8AQM9LWM0D4loKWxJek", request.headers().get("webhook-id"));
        assertEquals("1614265330", request.headers().get("webhook-timestamp"));
        assertEquals("{\"test\": 2432232314}", request.body());
        assertFalse(new Webhook(SECRET).sign("msg_other", 1_614_265_330, request.body()).equals(request.headers().get("webhook-signature")));
    }

    @Test
    void ofABodyNothingIsRead() {
        receiving(out -> {
            out.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] part = new byte[1 << 16];
            while (true) {
                out.write(part);
            }
        });

        assertTrue(send().attempt().isSuccess());
    }

    @Tag("full")
    @Test
    void manyReceiversThatHangLeaveNoConnectionBehind() {
        receiving(out -> Thread.sleep(Duration.ofDays(1)));
        for (int i = 0; i < 3; i++) {
            Array<Thread> senders = Array.rangeClosed(1, 100).map(one -> Thread.ofVirtual().start(() -> {
                var unused = send();
            }));
            senders.forEach(HttpWebhookSenderTest::join);
        }

        assertTrue(received.size() > 256, () -> received.size() + " arrived");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aReceiverWithoutTlsIsNoReceiverOfHttps() {
        receiving(saying(OK));

        assertFalse(send("https://localhost:" + server.getLocalPort() + "/").attempt().isSuccess());
    }

    /** Each of a name's addresses must be public, whichever would be taken. */
    @Test
    void aNameWithOneLocalAddressIsRefused() throws Exception {
        InetAddress[] two = {InetAddress.getByName("93.184.216.34"), InetAddress.getByName("10.0.0.7")};
        sender = sender(Loopback.ALLOWED, host -> two);

        assertEquals(Option.some(Fault.ADDRESS_REFUSED), send("https://two.example/").attempt().error());
    }

    /** Who answers a public address first and a local one then: the name is resolved once for each connection. */
    @Test
    void aNameIsResolvedOnce() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        sender = sender(Loopback.REFUSED, host -> {
            asked.add(host);
            return new InetAddress[] {InetAddress.getByName(asked.size() == 1 ? "127.0.0.1" : "93.184.216.34")};
        });

        assertEquals(Option.some(Fault.ADDRESS_REFUSED), send("https://changing.example/").attempt().error());
        assertEquals(List.of("changing.example"), asked);
    }

    @Test
    void outsideTheSandboxThereIsNoLoopbackAndNoPlainHttp() {
        sender = sender(Loopback.REFUSED, InetAddress::getAllByName);

        assertEquals(Option.some(Fault.URL_REFUSED), send().attempt().error());
        assertEquals(Option.some(Fault.ADDRESS_REFUSED), send("https://localhost/").attempt().error());
        assertEquals(Option.some(Fault.ADDRESS_REFUSED), send("https://[::ffff:127.0.0.1]/").attempt().error());
        assertEquals(Option.some(Fault.ADDRESS_REFUSED), send("https://2130706433/").attempt().error());
        assertEquals(Option.some(Fault.ADDRESS_REFUSED), send("https://169.254.169.254/latest").attempt().error());
    }
}
