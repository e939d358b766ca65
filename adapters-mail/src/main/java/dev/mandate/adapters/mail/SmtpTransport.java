package dev.mandate.adapters.mail;

import dev.mandate.adapters.mail.MailSettings.Login;
import dev.mandate.adapters.mail.MailSettings.Smtp;
import dev.mandate.adapters.mail.MailSettings.StartTls;
import dev.mandate.ports.fault.ThrownFault;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.control.Option;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Sends mail by SMTP (RFC 5321), with a connection for each mail. A server that does not answer within ten seconds is a temporary fault. An
 * interrupt closes the connection.
 */
final class SmtpTransport implements MailTransport {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Smtp smtp;
    private final Properties properties = new Properties();

    SmtpTransport(Smtp smtp) {
        this(smtp, PATIENCE, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    /** @param trust used for connections that must be encrypted */
    SmtpTransport(Smtp smtp, Duration patience, SSLSocketFactory trust) {
        this.smtp = smtp;
        set("connectiontimeout", patience.toMillis());
        set("timeout", patience.toMillis());
        set("writetimeout", patience.toMillis());
        // Unlike a plain socket, a channel can be interrupted.
        set("usesocketchannels", true);
        // Once the server has taken the mail, no answer matters.
        set("quitwait", false);
        set("auth", smtp.login().isDefined());
        set("starttls.enable", true);
        set("starttls.required", smtp.startTls() == StartTls.REQUIRED);
        set("ssl.checkserveridentity", smtp.startTls() == StartTls.REQUIRED);
        switch (smtp.startTls()) {
            case IF_OFFERED -> set("ssl.trust", "*");
            case REQUIRED -> properties.put("mail.smtp.ssl.socketFactory", trust);
        }
    }

    private void set(String name, Object value) {
        properties.setProperty("mail.smtp." + name, value.toString());
    }

    @Override
    public Option<MailFault> send(CodeMail mail) throws InterruptedException {
        Session session = Session.getInstance(properties);
        try (Transport transport = session.getTransport("smtp")) {
            transport.connect(
                    smtp.host(), smtp.port(), smtp.login().map(Login::user).getOrNull(), smtp.login().map(Login::password).getOrNull());
            CodeMessage message = new CodeMessage(session, smtp.from(), mail);
            transport.sendMessage(message, message.getAllRecipients());
            return Option.none();
        } catch (MessagingException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return Option.some(fault(e));
        } catch (RuntimeException | StackOverflowError e) {
            return Option.some(new MailFault.Temporary("the answer of the mail server cannot be read: " + ThrownFault.text(e)));
        }
    }

    /** Leaves out the text of replies, which may quote the address. */
    private static MailFault fault(MessagingException fault) {
        Array<Exception> chain = Iterator.<Exception>iterate(fault, SmtpTransport::cause).takeUntil(Objects::isNull).toArray();
        Option<Integer> reply = chain.flatMap(SmtpTransport::replyCode).headOption();
        String detail = reply.map(code -> "the mail server replied " + code).getOrElse(() -> switch (fault) {
            case AuthenticationFailedException refused -> "the mail server refused the login";
            default -> Option.of(chain.last().getMessage()).getOrElse(chain.last().getClass()::getSimpleName);
        });
        return reply.exists(code -> code >= 500) ? new MailFault.Permanent(detail) : new MailFault.Temporary(detail);
    }

    private static @Nullable Exception cause(Exception fault) {
        return fault instanceof MessagingException outer ? outer.getNextException() : null;
    }

    /** The code of the reply to a command about this mail. */
    private static Option<Integer> replyCode(Exception fault) {
        return switch (fault) {
            case SMTPAddressFailedException recipient -> Option.some(recipient.getReturnCode());
            case SMTPSenderFailedException sender -> Option.some(sender.getReturnCode());
            case SMTPSendFailedException content -> Option.some(content.getReturnCode());
            default -> Option.<Integer>none();
        };
    }
}
