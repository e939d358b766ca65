package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.journal.AuthenticatedJournal;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogKeyCommandTest extends CommandFixture {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void verifyLogTakesThePrintedKey() {
        OperatorSecret secret = OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get();
        LogSigner key = secret.logSigner();
        try (SqliteStore store = SqliteStore.open(folder).get()) {
            Payload payload = new Payload("text", 1, "{}");
            Journal journal = new AuthenticatedJournal(store.journal(), secret.journalMac());
            assertTrue(journal
                    .commit(Commit.at(NOW).append(new StreamId("note", "a"), 0, payload))
                    .isRight());
            assertTrue(new Checkpointer(journal, store.checkpoints(), key).signNext(NOW).isRight());
        }
        assertEquals(0, mandate("log-key", "--data-dir", folder.toString()), err::toString);
        String printed = out.toString().strip();
        assertEquals(Bytes.of(key.key().toArray()).toHex(), printed);
        assertEquals(0, mandate("verify-log", "--data-dir", folder.toString(), "--log-key", printed), out::toString);
    }

    @Test
    void aMissingKeyIsReportedAndNotCreated() {
        assertEquals(1, mandate("log-key", "--data-dir", folder.toString()));
        assertTrue(err.toString().contains("there is no key at "), err::toString);
        assertTrue(Files.notExists(folder.resolve(OperatorSecret.NAME)));
    }
}
