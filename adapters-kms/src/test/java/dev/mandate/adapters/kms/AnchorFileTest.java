package dev.mandate.adapters.kms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.testkit.journal.AnchorContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnchorFileTest extends AnchorContract {

    @TempDir
    private Path folder = Path.of("");

    @Override
    protected AnchorStore open() {
        return new AnchorFile(folder);
    }

    private Path written() {
        var unused = open().update(before -> Anchor.of(new JournalId(Sha256.of("journal"))));
        return folder.resolve(AnchorFile.NAME);
    }

    @Test
    void itIsForItsOwnerAlone() throws IOException {
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(written())));
    }

    /** A damaged anchor must not pass for a missing one, or for one of another journal. */
    @Test
    void everyFlippedByteIsNoticed() throws IOException {
        Path file = written();
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] flipped = whole.clone();
            flipped[i] ^= 1;
            Files.write(file, flipped);
            JournalUnavailableException refused = assertThrows(JournalUnavailableException.class, () -> open().read());
            assertTrue(String.valueOf(refused.getMessage()).contains("is damaged"), refused::getMessage);
        }
    }
}
