package dev.mandate.engine.workers;

import dev.mandate.ports.spi.outbox.MessageHandler;

/** The handler of an outbox topic, and how its messages are delivered. */
public record TopicWork(String topic, MessageHandler handler, DeliveryTerms terms) {}
