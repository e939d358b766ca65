package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk, simulated by SQLite's own limit on the pages of a file. It raises the same error. */
class FullDiskTest {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final Payload LARGE = new Payload("blob", 1, "x".repeat(100_000));

    @TempDir
    private Path folder = Path.of("");

    private static Commit large(long version) {
        return Commit.at(new UnixTime(1_800_000_000)).append(ALPHA, version, LARGE);
    }

    @Test
    void aCommitThatFindsNoRoomHasNoEffectAndTheStoreGoesOnOnceThereIsSome() throws Exception {
        SqliteStores.open(folder).close();
        SqliteFile file = new SqliteFile(folder);
        PreparedConnection session = file.openWriter();
        session.run("PRAGMA max_page_count = 100");
        StoreReader reader = SqliteReader.reader(ReadPool.open(file));
        GroupWriter writer = new GroupWriter(session, file::openWriter);
        try (reader; writer) {
            Journal journal = SqliteStore.journal(writer, reader);
            long[] kept = {0};
            JournalUnavailableException full = assertThrows(JournalUnavailableException.class, () -> {
                while (kept[0] < 100) {
                    assertTrue(journal.commit(large(kept[0])).isRight());
                    kept[0]++;
                }
            });
            assertEquals(Effect.NONE, full.effect());
            assertTrue(kept[0] > 0);
            assertEquals(kept[0], journal.version(ALPHA));
            int room = writer.write(writing -> writing.first("PRAGMA max_page_count = 1000", row -> row.getInt(1))
                    .get());
            assertEquals(1000, room);
            assertTrue(journal.commit(large(kept[0])).isRight());
            assertEquals(kept[0] + 1, journal.version(ALPHA));
        }
        try (SqliteStore again = SqliteStores.open(folder)) {
            assertTrue(again.journal().version(ALPHA) > 0);
        }
    }
}
