package dev.mandate.adapters.mail;

import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.testkit.mail.MailContract;
import dev.mandate.testkit.mail.MailUnderTest;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

class FileContractTest extends MailContract implements MailUnderTest {

    @TempDir
    private Path folder = Path.of("");

    @Override
    protected MailUnderTest fresh() {
        return this;
    }

    @Override
    public MailTransport transport() {
        return new FileTransport(folder);
    }

    @Override
    public Array<Arrived> arrived() {
        try (Stream<Path> files = Files.list(folder)) {
            return Array.ofAll(files).map(FileContractTest::arrived);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Arrived arrived(Path file) {
        try {
            String[] parts = Files.readString(file).split("To: |\nSubject: |\n\n", 4);
            return new Arrived(Option.none(), Array.of(parts[1]), parts[2], parts[3]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Option<MailTransport> failing(Class<? extends MailFault> type) {
        return Option.when(type == MailFault.Temporary.class, () -> new FileTransport(fileInTheWay()));
    }

    private Path fileInTheWay() {
        try {
            return Files.createFile(folder.resolve("file"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
