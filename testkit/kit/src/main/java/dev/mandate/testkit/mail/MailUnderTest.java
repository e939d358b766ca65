package dev.mandate.testkit.mail;

import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** A mail transport, and its other end. A transport that can cause faults declares it, and is tested for it. */
public interface MailUnderTest {

    MailTransport transport();

    /** Returns what arrived so far, in the order of arrival. */
    Array<Arrived> arrived();

    /**
     * Lets the next mail fail by a fault of this type.
     *
     * @return the transport that meets it; none if a test cannot bring it about
     */
    default Option<MailTransport> failing(Class<? extends MailFault> type) {
        return Option.none();
    }

    /**
     * A mail at its receiver.
     *
     * @param id the same for the same mail, whenever it was sent; none if this transport keeps one copy only
     * @param receivers every address that got it
     */
    record Arrived(Option<String> id, Array<String> receivers, String subject, String text) {}
}
