package dev.mandate.testkit.webhook;

import dev.mandate.ports.spi.webhook.WebhookSender;

/**
 * Senders of one adapter.
 *
 * @param inSandbox sends to this machine as well, also by {@code http}
 * @param inProduction sends by {@code https} to public addresses alone
 */
public record WebhookSenderUnderTest(WebhookSender inSandbox, WebhookSender inProduction) {}
