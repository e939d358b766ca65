package dev.mandate.testkit.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.testkit.mail.MailUnderTest.Arrived;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link MailTransport}. Extend this class and return a transport whose other end is empty.
 *
 * <p>Not asserted: how a mail looks and how soon it arrives, because the operator chooses the first, and other servers decide the second.
 */
public abstract class MailContract {

    private static final String CODE = "048213";

    /** Returns a transport for one test. */
    protected abstract MailUnderTest fresh();

    private static CodeMail mail(char challenge, String appName) {
        return new CodeMail(
                new EmailAddress("ann@example.org"),
                new ChallengeId("otp_" + Character.toString(challenge).repeat(32)),
                new OneTimeCode(CODE),
                Option.some(appName),
                new UnixTime(1_764_547_200));
    }

    private static void send(MailUnderTest tested, CodeMail mail) throws InterruptedException {
        assertEquals(Option.none(), tested.transport().send(mail));
    }

    @Test
    void aMailReachesItsAddressWithCodeAndApplication() throws InterruptedException {
        MailUnderTest tested = fresh();
        send(tested, mail('a', "Acme"));
        Arrived arrived = tested.arrived().single();
        assertEquals(Array.of("ann@example.org"), arrived.receivers());
        assertTrue(arrived.text().contains(CODE), arrived::text);
        assertTrue(arrived.text().contains("Acme"), arrived::text);
        assertFalse(arrived.subject().contains(CODE), arrived::subject);
    }

    @Test
    void anApplicationsNameIsTextAndAddsNoReceiver() throws InterruptedException {
        MailUnderTest tested = fresh();
        send(tested, mail('a', "Acme\r\nBcc: eve@example.org"));
        Arrived arrived = tested.arrived().single();
        assertEquals(Array.of("ann@example.org"), arrived.receivers());
        assertFalse(arrived.subject().contains("\n"), arrived::subject);
    }

    @Test
    void aRepeatedMailCanBeRecognized() throws InterruptedException {
        MailUnderTest tested = fresh();
        send(tested, mail('a', "Acme"));
        send(tested, mail('a', "Acme"));
        send(tested, mail('b', "Acme"));
        Array<Arrived> arrived = tested.arrived();
        if (arrived.head().id().isDefined()) {
            assertEquals(2, arrived.map(Arrived::id).distinct().size());
        } else {
            assertEquals(2, arrived.size());
        }
    }

    @Test
    void aTemporaryFaultIsReportedAsTemporary() throws InterruptedException {
        assertTold(MailFault.Temporary.class);
    }

    @Test
    void aPermanentFaultIsReportedAsPermanent() throws InterruptedException {
        assertTold(MailFault.Permanent.class);
    }

    private void assertTold(Class<? extends MailFault> type) throws InterruptedException {
        Option<MailTransport> failing = fresh().failing(type);
        assumeTrue(failing.isDefined());
        MailFault fault = failing.get().send(mail('a', "Acme")).getOrElseThrow(() -> new AssertionError("not told"));
        assertInstanceOf(type, fault);
        assertFalse(fault.detail().contains(CODE), fault::detail);
        assertFalse(fault.detail().contains("ann@example.org"), fault::detail);
    }
}
