package dev.mandate.adapters.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.mandate.adapters.mail.MailSettings.Login;
import dev.mandate.adapters.mail.MailSettings.Smtp;
import dev.mandate.adapters.mail.MailSettings.StartTls;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class SmtpTransportTest {

    private static final SSLSocketFactory MACHINES_TRUST = (SSLSocketFactory) SSLSocketFactory.getDefault();
    private static final CodeMail MAIL = Mails.from("Acme");

    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path folder = Path.of("");

    private static SSLContext tls;

    private final GreenMail greenMail = new GreenMail(ServerSetup.SMTP.dynamicPort());

    @BeforeEach
    void start() {
        greenMail.start();
    }

    @AfterEach
    void stop() {
        greenMail.stop();
    }

    @Test
    void aMailReadsTheSameAsTextAndAsHtml() throws Exception {
        assertEquals(Option.none(), send(MAIL));

        MimeMessage mail = delivered();
        assertEquals("Your one-time code for Acme", mail.getSubject());
        assertEquals("mandate@localhost", mail.getFrom()[0].toString());
        assertEquals("ann@example.org", mail.getAllRecipients()[0].toString());
        assertEquals(
                """
                Your one-time code for Acme:

                    048213

                It is valid once, until 1 December 2025, 00:00 UTC.

                If you did not ask for this code, ignore this mail. Give the code to nobody.
                """,
                part(mail, 0, "text/plain"));
        assertEquals(
                """
                Your one-time code for Acme:
                048213
                It is valid once, until 1 December 2025, 00:00 UTC.
                If you did not ask for this code, ignore this mail. Give the code to nobody.
                """,
                part(mail, 1, "text/html").replaceAll("(?s)^.*<body[^>]*>\n|<[^>]+>", "").strip() + "\n");
    }

    @Test
    void anApplicationsNameIsText() throws Exception {
        assertEquals(Option.none(), send(Mails.from("<b>Ä & B</b>\r\nBcc: eve@example.org\u202e")));

        MimeMessage mail = delivered();
        assertEquals("Your one-time code for <b>Ä & B</b> Bcc: eve@example.org", mail.getSubject());
        assertEquals(1, mail.getAllRecipients().length);
        assertTrue(part(mail, 1, "text/html").contains("<p>Your one-time code for &lt;b&gt;Ä &amp; B&lt;/b&gt; Bcc: eve@example.org:</p>"));
    }

    @Test
    void aRepeatedMailCanBeRecognized() throws Exception {
        assertEquals(Option.none(), send(MAIL));
        assertEquals(Option.none(), send(MAIL));

        MimeMessage[] mails = greenMail.getReceivedMessages();
        assertEquals("<" + Mails.CHALLENGE + "@localhost>", mails[0].getMessageID());
        assertEquals(mails[0].getMessageID(), mails[1].getMessageID());
    }

    @Test
    void theLoginIsUsed() throws Exception {
        var unused = greenMail.setUser("ann@example.org", "mandate", "hunter2");

        assertEquals(Option.none(), new SmtpTransport(loggingIn("hunter2")).send(MAIL));
        assertEquals(
                Option.some(new MailFault.Temporary("the mail server refused the login")),
                new SmtpTransport(loggingIn("other")).send(MAIL));
        assertEquals(1, greenMail.getReceivedMessages().length);
    }

    @Test
    void whateverTheLibraryThrowsIsATemporaryFault() throws Exception {
        try (ScriptedMailServer server = ScriptedMailServer.encrypting(tls)) {
            Smtp smtp = new Smtp("127.0.0.1", server.port(), Option.none(), new EmailAddress("a@b.c"), StartTls.REQUIRED);
            MailFault fault = new SmtpTransport(smtp, Duration.ofSeconds(5), new FailingSockets()).send(MAIL).get();

            assertEquals(
                    new MailFault.Temporary("the answer of the mail server cannot be read: StackOverflowError in SmtpTransportTest$FailingSockets.createSocket"),
                    fault);
        }
    }

    private static final class FailingSockets extends SSLSocketFactory {

        @Override
        public String[] getDefaultCipherSuites() {
            return new String[0];
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return new String[0];
        }

        @Override
        public Socket createSocket(Socket socket, String host, int port, boolean autoClose) {
            throw new StackOverflowError();
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new StackOverflowError();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
            throw new StackOverflowError();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new StackOverflowError();
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
            throw new StackOverflowError();
        }
    }

    private Smtp loggingIn(String password) {
        return new Smtp("127.0.0.1", port(), Option.some(new Login("mandate", password)), new EmailAddress("a@b.c"), StartTls.IF_OFFERED);
    }

    @Test
    void onLoopbackEncryptionIsUsedIfItIsOffered() throws Exception {
        try (ScriptedMailServer server = ScriptedMailServer.encrypting(tls)) {
            assertEquals(Option.none(), send(server.port(), StartTls.IF_OFFERED));

            assertEquals(List.of("EHLO", "STARTTLS", "EHLO", "MAIL", "RCPT", "DATA", "."), server.received().subList(0, 7));
        }
    }

    @Test
    void aCertificateMustBeTrustedAndBeThatOfTheHost() throws Exception {
        try (ScriptedMailServer server = ScriptedMailServer.encrypting(tls)) {
            assertEquals(Option.none(), sendEncrypted("localhost", server, tls.getSocketFactory()));
            assertTrue(server.received().contains("MAIL"));
        }
        try (ScriptedMailServer server = ScriptedMailServer.encrypting(tls)) {
            assertTemporary(sendEncrypted("127.0.0.1", server, tls.getSocketFactory()));
            assertTemporary(sendEncrypted("localhost", server, MACHINES_TRUST));
            assertFalse(server.received().contains("MAIL"));
        }
    }

    private static Option<MailFault> sendEncrypted(String host, ScriptedMailServer server, SSLSocketFactory trust) throws Exception {
        return new SmtpTransport(smtp(host, server.port(), StartTls.REQUIRED), Duration.ofSeconds(20), trust).send(MAIL);
    }

    private static void assertTemporary(Option<MailFault> fault) {
        assertTrue(fault.get() instanceof MailFault.Temporary, fault::toString);
    }

    /** Makes a certificate for the name localhost, and trusts it. */
    @BeforeAll
    static void makeCertificate() throws Exception {
        Path file = folder.resolve("localhost.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process made = new ProcessBuilder((keytool + " -genkeypair -keyalg EC -alias a -dname CN=localhost -ext SAN=dns:localhost"
                        + " -storetype PKCS12 -storepass changeit -keystore " + file).split(" "))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(0, made.waitFor());
        KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD);
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        tls = SSLContext.getInstance("TLS");
        tls.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    }

    @Test
    void sendingFailsIfRequiredStartTlsIsNotOffered() throws Exception {
        try (ScriptedMailServer server = ScriptedMailServer.replying(HashMap.empty())) {
            assertEquals(
                    Option.some(new MailFault.Temporary("STARTTLS is required but host does not support STARTTLS")),
                    send(server.port(), StartTls.REQUIRED));

            assertFalse(server.received().contains("MAIL"));
        }
    }

    /** The class 4xx of replies, and no reply (RFC 5321, 4.2.1). */
    @Test
    void aReplyThatMayChangeIsATemporaryFault() throws Exception {
        assertEquals(new MailFault.Temporary("the mail server replied 451"), faultAfter("MAIL", "451 4.3.0 later"));
        assertEquals(new MailFault.Temporary("the mail server replied 450"), faultAfter("RCPT", "450 4.2.1 <ann@example.org> is busy"));
        assertEquals(new MailFault.Temporary("the mail server replied 452"), faultAfter("DATA", "452 4.3.1 full"));
        assertEquals(new MailFault.Temporary("the mail server replied 421"), faultAfter(".", "421 4.3.2 closing"));
        assertTrue(faultAfter("", "554 5.3.2 no service here") instanceof MailFault.Temporary);
    }

    @Test
    void aReplyThatStaysIsAPermanentFaultAndIsNotQuoted() throws Exception {
        assertEquals(new MailFault.Permanent("the mail server replied 550"), faultAfter("MAIL", "550 5.7.1 <a@b.c> may not send"));
        assertEquals(new MailFault.Permanent("the mail server replied 550"), faultAfter("RCPT", "550 5.1.1 <ann@example.org> unknown"));
        assertEquals(new MailFault.Permanent("the mail server replied 554"), faultAfter("DATA", "554 5.6.0 no"));
        assertEquals(new MailFault.Permanent("the mail server replied 552"), faultAfter(".", "552 5.2.2 048213 for ann@example.org"));
    }

    private static MailFault faultAfter(String command, String reply) throws Exception {
        try (ScriptedMailServer server = ScriptedMailServer.replying(HashMap.of(command, reply))) {
            return send(server.port(), StartTls.IF_OFFERED).get();
        }
    }

    @Test
    void aServerThatIsNotThereIsATemporaryFault() throws Exception {
        int port = port();
        greenMail.stop();

        assertEquals(Option.some(new MailFault.Temporary("Connection refused")), send(port, StartTls.IF_OFFERED));
    }

    @Test
    void aServerThatHangsIsATemporaryFault() throws Exception {
        for (String command : List.of("", "EHLO", "RCPT", ".")) {
            try (ScriptedMailServer server = ScriptedMailServer.replying(HashMap.of(command, ScriptedMailServer.SILENCE))) {
                assertEquals(
                        Option.some(new MailFault.Temporary("Read timed out")),
                        new SmtpTransport(smtp(server.port(), StartTls.IF_OFFERED), PATIENCE, MACHINES_TRUST).send(MAIL),
                        command);
            }
        }
    }

    @Test
    void aServerThatHangsAfterItTookTheMailIsNoFault() throws Exception {
        try (ScriptedMailServer server = ScriptedMailServer.replying(HashMap.of("QUIT", ScriptedMailServer.SILENCE))) {
            assertEquals(Option.none(), send(server.port(), StartTls.IF_OFFERED));
        }
    }

    @Test
    void anInterruptEndsTheWaitForAServerThatHangs() throws Exception {
        try (ScriptedMailServer server = ScriptedMailServer.replying(HashMap.of("RCPT", ScriptedMailServer.SILENCE))) {
            Thread sending = Thread.currentThread();
            var unused = Thread.ofVirtual().start(() -> {
                while (!server.received().contains("RCPT")) {
                    Thread.onSpinWait();
                }
                sending.interrupt();
            });

            assertThrows(InterruptedException.class, () -> send(server.port(), StartTls.IF_OFFERED));
        }
    }

    private Option<MailFault> send(CodeMail mail) throws InterruptedException {
        return new SmtpTransport(smtp(port(), StartTls.IF_OFFERED)).send(mail);
    }

    private static Option<MailFault> send(int port, StartTls startTls) throws InterruptedException {
        return new SmtpTransport(smtp(port, startTls)).send(MAIL);
    }

    private static Smtp smtp(int port, StartTls startTls) {
        return smtp("127.0.0.1", port, startTls);
    }

    private static Smtp smtp(String host, int port, StartTls startTls) {
        return new Smtp(host, port, Option.none(), new EmailAddress("mandate@localhost"), startTls);
    }

    private int port() {
        return greenMail.getSmtp().getPort();
    }

    private MimeMessage delivered() {
        MimeMessage[] mails = greenMail.getReceivedMessages();
        assertEquals(1, mails.length);
        return mails[0];
    }

    private static String part(MimeMessage mail, int index, String type) throws MessagingException, IOException {
        var part = ((Multipart) mail.getContent()).getBodyPart(index);
        assertTrue(part.isMimeType(type));
        return part.getContent().toString().replace("\r\n", "\n");
    }
}
