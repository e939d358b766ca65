package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.StreamId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that takes no writes: from the start, or all of a sudden. */
class ReadOnlyDiskTest {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    /** How the script says that this machine lets nobody mount anything. */
    private static final int NOT_ALLOWED = 77;
    /** Mounts a file system of its own over the folder, seen by nobody else, fills it, and lets nobody write to it any more. */
    private static final String READ_ONLY =
            """
            folder=$1; copy=$2; shift 2
            { cp -r "$folder" "$copy" && mount -t tmpfs none "$folder" && cp -r "$copy/." "$folder" \\
                && mount -o remount,ro "$folder"; } || exit %d
            exec "$@"
            """
                    .formatted(NOT_ALLOWED);

    @TempDir
    private Path temporary = Path.of("");

    private static Commit append(long version) {
        return Commit.at(new UnixTime(1_800_000_000)).append(ALPHA, version, new Payload("text", 1, "{}"));
    }

    /** SQLite's own switch raises what a disk raises that takes no more writes. */
    @Test
    void aCommitThatMayNotBeWrittenHasNoEffectAndTheStoreGoesOnOnceItMay() throws Exception {
        SqliteStores.open(temporary).close();
        SqliteFile file = new SqliteFile(temporary);
        Session session = file.openWriter();
        StoreReader reader = SqliteReader.reader(ReadPool.open(file));
        GroupWriter writer = new GroupWriter(session, file::openWriter);
        try (reader; writer) {
            Journal journal = SqliteStore.journal(writer, reader);
            assertTrue(journal.commit(append(0)).isRight());
            // The writing thread has nothing to do: nobody else is on its session.
            session.run("PRAGMA query_only = 1");
            JournalUnavailableException refused =
                    assertThrows(JournalUnavailableException.class, () -> assertTrue(journal.commit(append(1)).isRight()));
            assertEquals(Effect.NONE, refused.effect());
            assertEquals(1, journal.version(ALPHA));
            session.run("PRAGMA query_only = 0");
            assertTrue(journal.commit(append(1)).isRight());
        }
    }

    @Test
    void aFolderOnAReadOnlyFileSystemIsUnusableAndSaysSo() throws Exception {
        Path folder = temporary.resolve("journal");
        try (SqliteStore store = SqliteStores.open(folder)) {
            assertTrue(store.journal().commit(append(0)).isRight());
        }
        List<String> said = probe(folder);
        assertEquals(2, said.size(), said::toString);
        assertTrue(said.get(0).startsWith("store Unusable: "), said::toString);
        assertTrue(said.get(0).contains("Read-only file system"), said::toString);
        assertTrue(said.get(1).startsWith("reader Unusable: "), said::toString);
    }

    private List<String> probe(Path folder) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(
                            "unshare", "--map-root-user", "--mount",
                            "sh", "-c", READ_ONLY, "sh", folder.toString(), temporary.resolve("copy").toString(),
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            ReadOnlyProbe.class.getName(), folder.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException noSuchCommand) {
            return Assumptions.abort("Skipped: there is no command unshare here");
        }
        List<String> said = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        int end = process.waitFor();
        boolean isAllowed = end != NOT_ALLOWED && said.stream().noneMatch(line -> line.startsWith("unshare:"));
        Assumptions.assumeTrue(isAllowed, () -> "Skipped: nobody may mount anything here: " + said);
        assertEquals(0, end, said::toString);
        return said;
    }
}
