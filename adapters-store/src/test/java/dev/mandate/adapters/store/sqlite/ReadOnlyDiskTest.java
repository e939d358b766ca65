package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that refuses writes, either from the start or after a while. */
class ReadOnlyDiskTest {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    /** How a script says that this machine does not let it do its work. */
    private static final int NOT_ALLOWED = 77;
    /** Mounts a file system of its own over the folder, which no other process sees, fills it, and makes it read-only. */
    private static final String READ_ONLY =
            """
            folder=$1; copy=$2; shift 2
            { cp -r "$folder" "$copy" && mount -t tmpfs none "$folder" && cp -r "$copy/." "$folder" \\
                && mount -o remount,ro "$folder"; } || exit %d
            exec "$@"
            """
                    .formatted(NOT_ALLOWED);
    /** Takes all rights to write from the folder. */
    private static final String NO_RIGHTS =
            """
            folder=$1; shift 2
            { chmod 400 "$folder"/* && chmod 500 "$folder" && [ ! -w "$folder" ]; } || exit %d
            exec "$@"
            """
                    .formatted(NOT_ALLOWED);

    /**
     * A way to have a folder that takes no writes.
     *
     * @param command runs the rest of its command line with the rights that the script needs
     * @param reason what the system says of a write
     */
    private record Way(List<String> command, String script, String reason) {}

    /** The first that is allowed counts. Root may write anywhere, unless it has no capabilities. */
    private static final List<Way> WAYS = List.of(
            new Way(List.of("unshare", "--mount"), READ_ONLY, "Read-only file system"),
            new Way(List.of("unshare", "--map-root-user", "--mount"), READ_ONLY, "Read-only file system"),
            new Way(List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all"), NO_RIGHTS, "denied"),
            new Way(List.of("env"), NO_RIGHTS, "denied"));

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
        PreparedConnection session = file.openWriter();
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
        for (Way way : WAYS) {
            Option<List<String>> output = probe(folder, way);
            if (output.isDefined()) {
                List<String> said = output.get();
                assertEquals(2, said.size(), said::toString);
                assertTrue(said.get(0).startsWith("store Unusable: "), said::toString);
                assertTrue(said.get(0).contains(way.reason()), said::toString);
                assertTrue(said.get(1).startsWith("reader Unusable: "), said::toString);
                return;
            }
        }
        fail("this machine lets nobody make a folder read-only");
    }

    /** What a process says of the folder; none if this machine does not allow the way. */
    private Option<List<String>> probe(Path folder, Way way) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(way.command());
        command.addAll(List.of(
                "sh", "-c", way.script(), "sh", folder.toString(), temporary.resolve("copy").toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ReadOnlyProbe.class.getName(), folder.toString()));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException noSuchCommand) {
            return Option.none();
        }
        List<String> said = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        int end = process.waitFor();
        if (end == 0) {
            return Option.some(said);
        }
        boolean isForbidden = end == NOT_ALLOWED || said.stream().anyMatch(line -> line.startsWith(way.command().getFirst() + ":"));
        assertTrue(isForbidden, said::toString);
        return Option.none();
    }
}
