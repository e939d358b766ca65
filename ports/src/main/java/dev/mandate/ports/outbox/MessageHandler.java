package dev.mandate.ports.outbox;

import io.vavr.control.Option;

/**
 * Takes the messages of one topic to where they go.
 *
 * <p>At least once: a message may come again, under the same number, also while an earlier try is still on its way (whose
 * worker was taken for dead). What makes the outside world act twice is to be told by that number, or refused by the fencing
 * token of {@link Delivery#lease}. Several threads may call at once, never two about one stream unless a lease ran out.
 */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Delivers one message. It should have come to an end before {@link Delivery#leasedUntil}; an interrupt asks it to end
     * now.
     *
     * @return why it was not delivered; none if it was. An exception counts as a failure that may pass; its text is kept
     *     nowhere, since it may quote the message.
     */
    Option<DeliveryFailure> deliver(Delivery delivery) throws InterruptedException;
}
