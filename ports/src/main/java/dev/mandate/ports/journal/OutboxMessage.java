package dev.mandate.ports.journal;

/**
 * Something to be done outside, once and only if the commit takes effect: a mail, a webhook, a transaction.
 *
 * @param topic who is to do it: a word as in {@link StreamId#kind}
 * @param stream messages of one topic about one stream are delivered in order
 */
public record OutboxMessage(String topic, StreamId stream, Payload payload) {

    public OutboxMessage {
        JournalNames.requireWord("topic", topic);
    }
}
