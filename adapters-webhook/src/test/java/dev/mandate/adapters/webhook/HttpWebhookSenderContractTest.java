package dev.mandate.adapters.webhook;

import dev.mandate.adapters.webhook.HttpWebhookSender.Loopback;
import dev.mandate.testkit.webhook.WebhookSenderContract;
import dev.mandate.testkit.webhook.WebhookSenderUnderTest;
import io.vavr.control.Option;
import java.net.InetAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

class HttpWebhookSenderContractTest extends WebhookSenderContract {

    private static final Duration TIMEOUT = Duration.ofMillis(1_500);

    private final HttpWebhookSender inSandbox = sender(Loopback.ALLOWED);
    private final HttpWebhookSender inProduction = sender(Loopback.REFUSED);

    private static HttpWebhookSender sender(Loopback loopback) {
        return new HttpWebhookSender(loopback, InetAddress::getAllByName, TIMEOUT, Option.none());
    }

    @Override
    protected WebhookSenderUnderTest fresh() {
        return new WebhookSenderUnderTest(inSandbox, inProduction);
    }

    @AfterEach
    void close() {
        inSandbox.close();
        inProduction.close();
    }
}
