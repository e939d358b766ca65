package dev.mandate.app.sample;

import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.webhook.WebhookSender;
import io.vavr.control.Option;

/** Receives webhooks: the number at the end of a URL is the status of its answers. */
final class SampleReceiver implements WebhookSender {

    @Override
    public boolean allows(WebhookUrl url) {
        return true;
    }

    @Override
    public Option<Sent> send(Message message) {
        String path = message.url().uri().getPath();
        int status = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
        return Option.some(new Sent(
                new WebhookAttempt(message.at(), Option.some(status), 1, Option.when(status != 200, WebhookAttempt.Fault.STATUS)), Option.none()));
    }
}
