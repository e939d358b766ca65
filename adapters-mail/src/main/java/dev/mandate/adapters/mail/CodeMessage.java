package dev.mandate.adapters.mail;

import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.ports.spi.mail.CodeMail;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A mail with a one-time code, as text and as HTML. A repetition has the same Message-ID, so that servers and readers can recognize it. */
final class CodeMessage extends MimeMessage {

    private static final String UTF_8 = "UTF-8";
    /** RFC 5322, 3.3. */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss Z", Locale.ENGLISH);

    private final String messageId;

    CodeMessage(Session session, EmailAddress from, CodeMail mail) throws MessagingException {
        super(session);
        this.messageId = "<" + mail.challenge() + from.text().substring(from.text().indexOf('@')) + ">";
        CodeText text = CodeText.of(mail);
        setFrom(new InternetAddress(from.text()));
        setRecipient(Message.RecipientType.TO, new InternetAddress(mail.to().text()));
        setSubject(text.subject(), UTF_8);
        setHeader("Date", DATE.format(OffsetDateTime.now(ZoneOffset.UTC)));
        // Nobody shall answer it automatically (RFC 3834).
        setHeader("Auto-Submitted", "auto-generated");
        MimeBodyPart plain = new MimeBodyPart();
        plain.setText(text.plain(), UTF_8);
        MimeBodyPart html = new MimeBodyPart();
        html.setText(text.html(), UTF_8, "html");
        setContent(new MimeMultipart("alternative", plain, html));
        saveChanges();
    }

    @Override
    protected void updateMessageID() throws MessagingException {
        setHeader("Message-ID", messageId);
    }
}
