package dev.mandate.testkit.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.webhook.WebhookAttempt.Fault;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.webhook.WebhookSender;
import dev.mandate.ports.spi.webhook.WebhookSender.Message;
import dev.mandate.ports.spi.webhook.WebhookSender.Sent;
import dev.mandate.testkit.webhook.TestReceiver.Answer;
import dev.mandate.testkit.webhook.TestReceiver.Request;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every {@link WebhookSender}. Extend this class and return the adapter's senders. The receivers are on this machine.
 *
 * <p>Not asserted: that a certificate is checked, because no test has a public name. Nor that a name is resolved once, because the adapter chooses who
 * resolves names. Nor how many deliveries run at once, because that is a matter of configuration.
 */
public abstract class WebhookSenderContract {

    private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String NEXT_SECRET = "whsec_" + Base64.getEncoder().encodeToString(new byte[24]);
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final UnixTime AT = new UnixTime(1_614_265_330);
    private static final String BODY = "{\"test\": 2432232314}";
    private static final Duration LONGEST = Duration.ofSeconds(WebhookSender.TIMEOUT_SECONDS + 5);

    /** Returns senders for one test. */
    protected abstract WebhookSenderUnderTest fresh();

    private static Message message(String url, Array<String> secrets) {
        return new Message(
                WebhookUrl.parse(url).getOrElseThrow(() -> new AssertionError("no URL: " + url)),
                ID,
                AT,
                Bytes.of(BODY.getBytes(StandardCharsets.UTF_8)),
                secrets);
    }

    private Sent sentTo(TestReceiver receiver) {
        return sent(fresh().inSandbox(), receiver.url());
    }

    private static Sent sent(WebhookSender sender, String url) {
        return told(assertTimeoutPreemptively(LONGEST, () -> sender.send(message(url, Array.of(SECRET)))));
    }

    private static Sent told(Option<Sent> answer) {
        return answer.getOrElseThrow(() -> new AssertionError("nothing interrupted it"));
    }

    /** Of Standard Webhooks. */
    private static String signature(String secret) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        byte[] signed = (ID + "." + AT.seconds() + "." + BODY).getBytes(StandardCharsets.UTF_8);
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed));
    }

    @Test
    void aMessageArrivesOnceAndEachSecretSignsIt() throws IOException, GeneralSecurityException {
        try (TestReceiver receiver = TestReceiver.answering(Answer.of(OK))) {
            Sent sent = told(fresh().inSandbox().send(message(receiver.url(), Array.of(SECRET, NEXT_SECRET))));

            assertTrue(sent.attempt().isSuccess(), sent::toString);
            assertEquals(AT, sent.attempt().at());
            assertEquals(1, receiver.requests().length());
            Request request = receiver.requests().head();
            assertEquals("POST /in?key=1 HTTP/1.1", request.line());
            assertEquals(Option.some(ID), request.headers().get("webhook-id"));
            assertEquals(Option.some(String.valueOf(AT.seconds())), request.headers().get("webhook-timestamp"));
            assertEquals(
                    Option.some(signature(SECRET) + " " + signature(NEXT_SECRET)), request.headers().get("webhook-signature"));
            assertEquals(BODY, request.body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"301 Moved", "302 Found", "307 Temporary", "308 Permanent"})
    void aRedirectIsAFailureAndNotFollowed(String status) throws IOException {
        try (TestReceiver other = TestReceiver.answering(Answer.of(OK));
                TestReceiver receiver = TestReceiver.answering(
                        Answer.of("HTTP/1.1 " + status + "\r\nlocation: " + other.url() + "\r\ncontent-length: 0\r\n\r\n"))) {
            assertEquals(Option.some(Fault.REDIRECT), sentTo(receiver).attempt().error());
            assertEquals(1, receiver.requests().length());
            assertEquals(Array.empty(), other.requests());
        }
    }

    @Test
    void aStatusOfFailureIsTriedOnceAndTold() throws IOException {
        try (TestReceiver receiver = TestReceiver.answering(Answer.of("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"))) {
            Sent sent = sentTo(receiver);

            assertEquals(Option.some(500), sent.attempt().statusCode());
            assertEquals(Option.some(Fault.STATUS), sent.attempt().error());
            assertEquals(Option.none(), sent.retryAfterSeconds());
            assertEquals(1, receiver.requests().length());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "Thu, 25 Feb 2021 15:03:10 GMT"})
    void theWaitThatAReceiverAsksForIsTold(String retryAfter) throws IOException {
        try (TestReceiver receiver =
                TestReceiver.answering(Answer.of("HTTP/1.1 503 Busy\r\nretry-after: " + retryAfter + "\r\ncontent-length: 0\r\n\r\n"))) {
            assertEquals(Option.some(60L), sentTo(receiver).retryAfterSeconds());
        }
    }

    @Test
    void nothingOfABodyIsRead() throws IOException {
        try (TestReceiver receiver = TestReceiver.answering(out -> {
            out.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            Thread.sleep(LONGEST.multipliedBy(2));
        })) {
            Sent sent = sentTo(receiver);
            assertTrue(sent.attempt().isSuccess(), sent::toString);
        }
    }

    @Test
    void headersThatNeverEndAreATimeout() throws IOException {
        try (TestReceiver receiver = TestReceiver.answering(out -> {
            out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 1_000; i++) {
                out.write(("x-" + i + ": 1\r\n").getBytes(StandardCharsets.US_ASCII));
                out.flush();
                Thread.sleep(100);
            }
        })) {
            assertEquals(Option.some(Fault.TIMEOUT), sentTo(receiver).attempt().error());
        }
    }

    @Test
    void anInterruptTellsNothingOfTheReceiverAndIsKept() throws IOException {
        try (TestReceiver receiver = TestReceiver.answering(out -> Thread.sleep(LONGEST.multipliedBy(2)))) {
            WebhookSender sender = fresh().inSandbox();
            Thread.currentThread().interrupt();
            assertEquals(Option.none(), sender.send(message(receiver.url(), Array.of(SECRET))));
            assertTrue(Thread.interrupted());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1", "220 smtp ready\r\n\r\n", "HTTP/1.1 999999 ?\r\n\r\n"})
    void anAnswerThatIsNoneIsAFailureAndThrowsNothing(String answer) throws IOException {
        try (TestReceiver receiver = TestReceiver.answering(Answer.of(answer))) {
            assertFalse(sentTo(receiver).attempt().isSuccess());
        }
    }

    @Test
    void aPortWhereNobodyListensIsNoConnection() throws IOException {
        TestReceiver gone = TestReceiver.answering(Answer.of(OK));
        gone.close();
        assertEquals(Option.some(Fault.CONNECTION), sentTo(gone).attempt().error());
    }

    @Test
    void inProductionPlainHttpIsRefused() throws IOException {
        try (TestReceiver receiver = TestReceiver.answering(Answer.of(OK))) {
            WebhookSender sender = fresh().inProduction();
            assertFalse(sender.allows(WebhookUrl.parse(receiver.url()).get()));
            assertEquals(Option.some(Fault.URL_REFUSED), sent(sender, receiver.url()).attempt().error());
            assertEquals(Array.empty(), receiver.requests());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost/", "https://127.0.0.1/", "https://2130706433/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://0.0.0.0/",
                "https://10.0.0.7/", "https://192.168.1.1/", "https://172.16.0.1/", "https://169.254.169.254/latest", "https://100.64.0.1/",
                "https://[fd00::1]/", "https://[fe80::1]/", "https://[64:ff9b::a00:7]/"
            })
    void inProductionAnAddressThatIsNotPublicIsRefused(String url) {
        assertEquals(Option.some(Fault.ADDRESS_REFUSED), sent(fresh().inProduction(), url).attempt().error());
    }
}
