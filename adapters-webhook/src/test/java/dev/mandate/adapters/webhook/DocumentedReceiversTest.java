package dev.mandate.adapters.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.webhook.WebhookSender.Message;
import dev.mandate.ports.spi.webhook.WebhookSender.Sent;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The receivers of docs/webhooks.md take what is signed, and nothing else. */
class DocumentedReceiversTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final Path DOCUMENT = Path.of("../docs/webhooks.md");
    private static final Path RECEIVER = Path.of("src/test/java/dev/mandate/adapters/webhook/WebhookReceiver.java");

    private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();

    private static String code(String language) throws IOException {
        String text = Files.readString(DOCUMENT);
        String fence = "```" + language + "\n";
        int begin = text.indexOf(fence) + fence.length();
        return text.substring(begin, text.indexOf("```", begin));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Option<Integer> sent(int port, UnixTime at, String... secrets) {
        try (HttpWebhookSender sender = new HttpWebhookSender(HttpWebhookSender.Loopback.ALLOWED)) {
            Sent sent = sender.send(new Message(
                    WebhookUrl.parse("http://127.0.0.1:" + port + "/in").get(),
                    "evt_1",
                    at,
                    Bytes.of("{\"type\":\"submission.sent\",\"für\":\"Zoë\"}".getBytes(StandardCharsets.UTF_8)),
                    Array.of(secrets))).get();
            return sent.attempt().statusCode();
        }
    }

    private void takesOnlyWhatIsSigned(int port) throws InterruptedException {
        UnixTime now = new UnixTime(Instant.now().getEpochSecond());

        assertEquals(Option.some(204), sent(port, now, SECRET));
        assertEquals(Option.some(204), sent(port, now, OTHER, SECRET), "a secret that was replaced signs, too");
        assertEquals(Option.some(401), sent(port, now, OTHER));
        assertEquals(Option.some(401), sent(port, now.plusSeconds(-3_600), SECRET));
        assertEquals("{\"type\":\"submission.sent\",\"für\":\"Zoë\"}", taken.poll(10, TimeUnit.SECONDS));
        assertEquals("{\"type\":\"submission.sent\",\"für\":\"Zoë\"}", taken.poll(10, TimeUnit.SECONDS));
        assertTrue(taken.isEmpty());
    }

    @Test
    void theReceiverInJava() throws Exception {
        String source = Files.readString(RECEIVER);
        String shown = source.substring(source.indexOf("// tag::receiver\n") + 17, source.indexOf("        // end::receiver"));
        assertEquals(code("java"), shown.replaceAll("(?m)^ {8}", ""));
        int port = freePort();
        HttpServer server = WebhookReceiver.start(port, SECRET, taken::add);
        try {
            takesOnlyWhatIsSigned(port);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void theReceiverInNode(@TempDir Path folder) throws Exception {
        assumeTrue(hasNode(), "Node is not installed");
        Path script = Files.writeString(folder.resolve("receiver.mjs"), code("js"));
        int port = freePort();
        ProcessBuilder node = new ProcessBuilder("node", script.toString()).redirectError(ProcessBuilder.Redirect.INHERIT);
        node.environment().put("SECRET", SECRET);
        node.environment().put("PORT", Integer.toString(port));
        Process process = node.start();
        Thread.ofVirtual().start(() -> {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(taken::add);
            } catch (IOException ended) {
                // The process has ended.
            }
        });
        try {
            awaitListening(port);
            takesOnlyWhatIsSigned(port);
        } finally {
            process.destroy();
        }
    }

    private static boolean hasNode() throws InterruptedException {
        try {
            return new ProcessBuilder("node", "--version").start().waitFor() == 0;
        } catch (IOException none) {
            return false;
        }
    }

    private static void awaitListening(int port) throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException notYet) {
                Thread.sleep(Duration.ofMillis(100));
            }
        }
    }
}
