package dev.mandate.ports.spi.outbox;

import io.vavr.control.Option;

/**
 * Delivers the messages of one topic.
 *
 * <p>Delivery is at least once. The same message number may arrive again, even while an earlier attempt is still running (if
 * its lease ended). Receivers recognize repetitions by this number, or refuse them by the fencing token of {@link
 * Delivery#lease}. Several threads may call at once, but never two for one stream unless a lease has ended.
 */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Delivers one message. It should end before {@link Delivery#leasedUntil}; an interrupt asks it to end now.
     *
     * @return why it was not delivered; none if it was. An exception counts as a temporary failure; its text is not stored,
     *     since it may quote the message.
     */
    Option<DeliveryFailure> deliver(Delivery delivery) throws InterruptedException;
}
