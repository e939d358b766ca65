package dev.mandate.adapters.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailSinksTest {

    private static final CodeMail MAIL = Mails.from("Acme\nTo: eve");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void eachMailIsAFileThatItsOwnerAloneReads() throws IOException, InterruptedException {
        Path mails = folder.resolve("mails");
        ChallengeId other = new ChallengeId("otp_" + "f".repeat(32));

        assertEquals(Option.none(), send("file:" + mails, MAIL));
        assertEquals(Option.none(), send("file:" + mails, Mails.mail(other, Option.none())));
        assertEquals(Option.none(), send("file:" + mails, MAIL));

        Path first = mails.resolve(Mails.CHALLENGE + ".txt");
        try (Stream<Path> files = Files.list(mails)) {
            assertEquals(
                    new TreeSet<>(List.of(first, mails.resolve(other + ".txt"))), files.collect(Collectors.toCollection(TreeSet::new)));
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(first)));
        assertEquals(
                """
                To: ann@example.org
                Subject: Your one-time code for Acme To: eve

                Your one-time code for Acme To: eve:

                    048213

                It is valid once, until 1 December 2025, 00:00 UTC.

                If you did not ask for this code, ignore this mail. Give the code to nobody.
                """,
                Files.readString(first));
    }

    @Test
    void aFolderThatCannotBeWrittenIsATemporaryFault() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("file"));

        assertTrue(send("file:" + file, MAIL).get() instanceof MailFault.Temporary);
    }

    @Test
    void eachMailIsALineOfTheLog() throws InterruptedException {
        List<String> lines = new ArrayList<>();

        assertEquals(Option.none(), MailSettings.parse("log").get().transport(lines::add).send(MAIL));

        assertEquals(List.of("for ann@example.org: 048213"), lines);
    }

    private static Option<MailFault> send(String settings, CodeMail mail) throws InterruptedException {
        return MailSettings.parse(settings).get().transport(line -> {}).send(mail);
    }
}
