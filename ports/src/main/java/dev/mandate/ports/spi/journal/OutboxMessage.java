package dev.mandate.ports.spi.journal;

import dev.mandate.domain.access.Tenant;

/**
 * An external action, such as a mail, a webhook or a transaction. A worker executes it only if the commit takes effect.
 *
 * @param topic selects the handler: a word as in {@link StreamId#kind}
 * @param tenant the owner; the tenants of a topic take turns
 * @param stream messages of one topic about one stream are delivered in order
 */
public record OutboxMessage(String topic, Tenant tenant, StreamId stream, Payload payload) {

    public OutboxMessage {
        JournalNames.requireWord("topic", topic);
    }
}
