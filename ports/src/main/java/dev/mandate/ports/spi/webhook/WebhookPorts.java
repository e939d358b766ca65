package dev.mandate.ports.spi.webhook;

import dev.mandate.ports.api.webhook.WebhookAttempt;
import java.util.function.Consumer;

/**
 * What an engine needs to send webhooks.
 *
 * @param attempts hears of each attempt, for metrics
 */
public record WebhookPorts(WebhookSender sender, WebhookSecrets secrets, WebhookBodies bodies, Consumer<WebhookAttempt> attempts) {}
