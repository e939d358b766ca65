package dev.mandate.adapters.mail;

import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.file.OwnerOnly;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Puts each mail into a text file of its own, named after the challenge. Only the file's owner can read it, and a reader never finds a part of
 * it. A repeated mail replaces its file.
 */
final class FileTransport implements MailTransport {

    private final Path folder;

    FileTransport(Path folder) {
        this.folder = folder;
    }

    @Override
    public Option<MailFault> send(CodeMail mail) {
        CodeText text = CodeText.of(mail);
        try {
            OwnerOnly.makeFolder(folder);
            Path draft = Files.createTempFile(folder, ".", ".new", OwnerOnly.file(folder));
            Files.writeString(draft, "To: " + mail.to().text() + "\nSubject: " + text.subject() + "\n\n" + text.plain());
            Files.move(draft, folder.resolve(mail.challenge() + ".txt"), StandardCopyOption.ATOMIC_MOVE);
            return Option.none();
        } catch (IOException e) {
            return Option.some(new MailFault.Temporary(FileFault.text(e)));
        }
    }
}
