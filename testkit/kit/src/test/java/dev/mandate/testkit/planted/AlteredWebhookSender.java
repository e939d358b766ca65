package dev.mandate.testkit.planted;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookAttempt.Fault;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.webhook.WebhookSender;
import dev.mandate.testkit.webhook.WebhookSenderContract;
import dev.mandate.testkit.webhook.WebhookSenderUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The contract of a small sender over the JDK's client, unless a subclass has a bug. It runs only by a launcher. */
class AlteredWebhookSender extends WebhookSenderContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    @Override
    protected WebhookSenderUnderTest fresh() {
        return new WebhookSenderUnderTest(new Sender(true), new Sender(false));
    }

    HttpClient.Redirect redirects() {
        return HttpClient.Redirect.NEVER;
    }

    Array<String> signing(WebhookSender.Message message) {
        return message.secrets();
    }

    boolean isRefused(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address.isLoopbackAddress() || address.isAnyLocalAddress() || address.isSiteLocalAddress() || address.isLinkLocalAddress()
                || Bytes.of(bytes).toHex().matches("644[0-7].*|f[cd].{30}|0064ff9b.*");
    }

    long tries(int status) {
        return 1;
    }

    void answered(HttpResponse<InputStream> response) throws IOException {
        response.body().close();
    }

    /** What is made of a fault of the line. */
    Fault fault(IOException thrown) {
        return thrown instanceof HttpTimeoutException ? Fault.TIMEOUT : Fault.CONNECTION;
    }

    private final class Sender implements WebhookSender {

        private final boolean sandboxed;
        private final HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).followRedirects(redirects()).connectTimeout(TIMEOUT).build();

        Sender(boolean sandboxed) {
            this.sandboxed = sandboxed;
        }

        @Override
        public boolean allows(WebhookUrl url) {
            return sandboxed || !url.isPlain();
        }

        @Override
        public Option<Sent> send(Message message) {
            if (!allows(message.url())) {
                return failed(message, Fault.URL_REFUSED);
            }
            try {
                if (!sandboxed && Array.of(InetAddress.getAllByName(message.url().uri().getHost())).exists(AlteredWebhookSender.this::isRefused)) {
                    return failed(message, Fault.ADDRESS_REFUSED);
                }
                int status;
                HttpResponse<InputStream> response;
                int tries = 0;
                do {
                    response = http.send(request(message), HttpResponse.BodyHandlers.ofInputStream());
                    answered(response);
                    status = response.statusCode();
                    tries++;
                } while (tries < tries(status));
                Option<Fault> error = status / 100 == 2 ? Option.none() : Option.some(status / 100 == 3 ? Fault.REDIRECT : Fault.STATUS);
                return Option.some(new Sent(
                        new WebhookAttempt(message.at(), Option.some(status), 0, error),
                        Option.ofOptional(response.headers().firstValue("retry-after")).map(asked -> seconds(asked, message))));
            } catch (UnknownHostException unknown) {
                return failed(message, Fault.UNKNOWN_HOST);
            } catch (IOException thrown) {
                return failed(message, fault(thrown));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Option.none();
            }
        }

        private HttpRequest request(Message message) {
            String body = new String(message.body().toArray(), StandardCharsets.UTF_8);
            String signed = message.id() + "." + message.at().seconds() + "." + body;
            return HttpRequest.newBuilder(message.url().uri())
                    .timeout(TIMEOUT)
                    .header("webhook-id", message.id())
                    .header("webhook-timestamp", String.valueOf(message.at().seconds()))
                    .header("webhook-signature", signing(message).map(secret -> "v1," + hmac(secret, signed)).mkString(" "))
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
        }
    }

    private static Option<WebhookSender.Sent> failed(WebhookSender.Message message, Fault fault) {
        return Option.some(new WebhookSender.Sent(new WebhookAttempt(message.at(), Option.none(), 0, Option.some(fault)), Option.none()));
    }

    private static long seconds(String asked, WebhookSender.Message message) {
        return asked.matches("\\d+")
                ? Long.parseLong(asked)
                : ZonedDateTime.parse(asked, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond() - message.at().seconds();
    }

    private static String hmac(String secret, String signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static class RedirectFollowed extends AlteredWebhookSender {
        @Override
        HttpClient.Redirect redirects() {
            return HttpClient.Redirect.ALWAYS;
        }
    }

    /** While a secret is replaced, the next one signs nothing. */
    static class FirstSecretAlone extends AlteredWebhookSender {
        @Override
        Array<String> signing(WebhookSender.Message message) {
            return message.secrets().take(1);
        }
    }

    /** An address in the notation of version 6 is not compared. */
    static class Version6NotChecked extends AlteredWebhookSender {
        @Override
        boolean isRefused(InetAddress address) {
            return address.getAddress().length == 4 && super.isRefused(address);
        }
    }

    static class RetriedAtOnce extends AlteredWebhookSender {
        @Override
        long tries(int status) {
            return status == 500 ? 2 : 1;
        }
    }

    static class BodyRead extends AlteredWebhookSender {
        @Override
        void answered(HttpResponse<InputStream> response) throws IOException {
            var unused = response.body().readAllBytes();
        }
    }

    static class FaultThrown extends AlteredWebhookSender {
        @Override
        Fault fault(IOException thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
