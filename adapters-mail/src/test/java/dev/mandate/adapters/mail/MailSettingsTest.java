package dev.mandate.adapters.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mandate.adapters.mail.MailSettings.Folder;
import dev.mandate.adapters.mail.MailSettings.Log;
import dev.mandate.adapters.mail.MailSettings.Login;
import dev.mandate.adapters.mail.MailSettings.Smtp;
import dev.mandate.adapters.mail.MailSettings.StartTls;
import dev.mandate.domain.authority.EmailAddress;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailSettingsTest {

    private static final EmailAddress FROM = new EmailAddress("accounts@example.org");

    @Test
    void nameAServerAFolderOrTheLog() {
        assertEquals(
                Option.some(new Smtp("mail.example.org", 587, Option.none(), FROM, StartTls.REQUIRED)),
                MailSettings.parse("smtp://mail.example.org:587?from=accounts@example.org"));
        assertEquals(Option.some(new Folder(Path.of("/var/mails"))), MailSettings.parse("file:/var/mails"));
        assertEquals(Option.some(new Log()), MailSettings.parse("log"));
    }

    @Test
    void decodeUserAndPassword() {
        assertEquals(
                Option.some(new Smtp("m", 25, Option.some(new Login("ann@example.org", "a+b:c/d")), FROM, StartTls.REQUIRED)),
                MailSettings.parse("smtp://ann%40example.org:a+b:c%2Fd@m:25?from=accounts%40example.org"));
    }

    @Test
    void demandEncryptionAndASenderBeyondLoopback() {
        EmailAddress local = new EmailAddress("mandate@localhost");
        for (String host : List.of("localhost", "127.0.0.1", "127.1.2.3", "[::1]")) {
            assertEquals(
                    Option.some(new Smtp(host, 25, Option.none(), local, StartTls.IF_OFFERED)), MailSettings.parse("smtp://" + host + ":25"));
        }
        assertEquals(Option.none(), MailSettings.parse("smtp://127.0.0.1.example.org:25"));
    }

    @Test
    void areRefusedIfTheyAreMalformed() {
        for (String malformed : List.of(
                "", "mail", "file:", "smtp://localhost", "smtp://localhost:0", "smtp://localhost:65536", "smtp://:25", "smtps://localhost:465",
                "smtp:localhost:25", "smtp://localhost:25/path", "smtp://localhost:25#x", "smtp://user@localhost:25", "smtp://a b:25",
                "smtp://m:25?from=nobody", "smtp://m:25?from=a@b.c&tls=no", "smtp://m:25?tls=no")) {
            assertEquals(Option.none(), MailSettings.parse(malformed), malformed);
        }
    }

    @Test
    void doNotShowThePassword() {
        assertFalse(MailSettings.parse("smtp://u:hunter2@localhost:25").toString().contains("hunter2"));
        assertFalse(new Login("u", "hunter2").toString().contains("hunter2"));
    }
}
