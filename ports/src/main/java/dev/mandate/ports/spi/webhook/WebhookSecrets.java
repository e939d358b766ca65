package dev.mandate.ports.spi.webhook;

import dev.mandate.domain.chain.Bytes32;

/**
 * The secrets of webhooks. They follow from the operator's secret, so none is stored: not in the journal, and not in a copy of it.
 */
@FunctionalInterface
public interface WebhookSecrets {

    /** The secret of this name; the same name always has the same. */
    Bytes32 of(String name);
}
