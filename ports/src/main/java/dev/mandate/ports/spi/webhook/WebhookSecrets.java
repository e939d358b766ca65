package dev.mandate.ports.spi.webhook;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;

/**
 * The secrets of webhooks. They follow from the operator's secret, so none is stored: not in the journal, and not in a copy of it.
 */
@FunctionalInterface
public interface WebhookSecrets {

    /** The secret of this name; the same name always has the same. */
    Bytes32 of(String name);

    /**
     * The secrets of webhooks as they were made in this time, both ends included, the newest first: more than one if the operator's secret was replaced
     * meanwhile. A webhook keeps its secret when the operator's is replaced, until its tenant rotates it.
     */
    default Array<WebhookSecrets> madeBetween(UnixTime first, UnixTime last) {
        return Array.of(this);
    }
}
