package dev.mandate.ports.journal;

import dev.mandate.domain.access.Tenant;

/**
 * Something to be done outside, once and only if the commit takes effect: a mail, a webhook, a transaction.
 *
 * @param topic who is to do it: a word as in {@link StreamId#kind}
 * @param tenant whose message it is: the tenants of a topic take turns
 * @param stream messages of one topic about one stream are delivered in order
 */
public record OutboxMessage(String topic, Tenant tenant, StreamId stream, Payload payload) {

    public OutboxMessage {
        JournalNames.requireWord("topic", topic);
    }
}
