package dev.mandate.adapters.http.api;

import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.webhook.WebhookSender;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Receives webhooks, and answers each with a status. */
final class RecordingReceiver implements WebhookSender {

    /** What happens while it is waited for. */
    Runnable meanwhile = () -> {};


    volatile Array<Message> received = Array.empty();
    volatile int status = 200;

    @Override
    public boolean allows(WebhookUrl url) {
        return !url.isPlain();
    }

    @Override
    public Option<Sent> send(Message message) {
        meanwhile.run();
        received = received.append(message);
        return Option.some(new Sent(
                new WebhookAttempt(
                        message.at(), Option.some(status), 3, Option.when(status / 100 != 2, WebhookAttempt.Fault.STATUS)),
                Option.none()));
    }
}
