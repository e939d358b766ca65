package dev.mandate.adapters.mail;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.mandate.adapters.mail.MailSettings.Smtp;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.testkit.mail.MailContract;
import dev.mandate.testkit.mail.MailUnderTest;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.NoSuchAlgorithmException;
import org.junit.jupiter.api.AfterEach;

class SmtpContractTest extends MailContract implements MailUnderTest {

    private final GreenMail greenMail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    private Option<ScriptedMailServer> refusing = Option.none();

    @Override
    protected MailUnderTest fresh() {
        greenMail.start();
        return this;
    }

    @Override
    public MailTransport transport() {
        return smtp(greenMail.getSmtp().getPort());
    }

    private static SmtpTransport smtp(int port) {
        return new SmtpTransport(
                new Smtp("127.0.0.1", port, Option.none(), new EmailAddress("mandate@localhost"), MailSettings.StartTls.IF_OFFERED));
    }

    @Override
    public Array<Arrived> arrived() {
        return Array.of(greenMail.getReceivedMessages()).map(SmtpContractTest::arrived);
    }

    private static Arrived arrived(MimeMessage mail) {
        try {
            return new Arrived(
                    Option.some(mail.getMessageID()),
                    Array.of(mail.getAllRecipients()).map(Object::toString),
                    mail.getSubject(),
                    ((Multipart) mail.getContent()).getBodyPart(0).getContent().toString());
        } catch (IOException | MessagingException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Option<MailTransport> failing(Class<? extends MailFault> type) {
        String reply = type == MailFault.Temporary.class ? "450 4.2.1 048213 for ann@example.org" : "550 5.1.1 <ann@example.org> unknown";
        try {
            ScriptedMailServer server = ScriptedMailServer.replying(HashMap.of("RCPT", reply));
            refusing = Option.some(server);
            return Option.some(smtp(server.port()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void stop() throws IOException {
        greenMail.stop();
        for (ScriptedMailServer server : refusing) {
            server.close();
        }
    }
}
