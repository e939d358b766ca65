package dev.mandate.ports.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

final class FileFaultTest {

    @TempDir
    private Path folder;

    @Test
    void aMissingFileIsNamed() {
        Path missing = folder.resolve("missing");
        assertEquals(missing + ": there is no such file or folder", reported(() -> Files.readAllBytes(missing)));
    }

    @Test
    void aFileWhereAFolderShouldBe() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertEquals(file + ": there is something else of that name", reported(() -> Files.createDirectories(file)));
        assertEquals(file + ": it is no folder", reported(() -> Files.newDirectoryStream(file).close()));
    }

    @Test
    void aRightThatIsLacking() {
        assertEquals("/data: permission denied", FileFault.text(new AccessDeniedException("/data")));
    }

    @Test
    void otherSystemReasonsArePassedOn() {
        assertEquals(
                "/data/key: Read-only file system",
                FileFault.text(new FileSystemException("/data/key", null, "Read-only file system")));
        assertEquals("No space left on device", FileFault.text(new IOException("No space left on device")));
        assertEquals("the file system does not say why", FileFault.text(new IOException()));
    }

    private static String reported(Executable asked) {
        return FileFault.text(assertThrows(IOException.class, asked));
    }
}
