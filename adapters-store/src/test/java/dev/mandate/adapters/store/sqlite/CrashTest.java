package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.audit.Projection;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.RecordedMessage;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.outbox.Claim;
import dev.mandate.ports.outbox.Delivery;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed (SIGKILL) under load again and again, and its folder looked at each time. This shows what survives the
 * death of a process; what survives the loss of power rests on SQLite's {@code synchronous=FULL}.
 */
class CrashTest {

    private static final Projection LAST =
            new Projection("account", "latest", (row, event) -> Option.some(event.payload()));
    private static final UnixTime MUCH_LATER = new UnixTime(4_000_000_000L);
    /** So many commits are acknowledged before the process dies, and some more. */
    private static final int AT_LEAST = 50;

    @TempDir
    private Path folder = Path.of("");

    /** What all victims together were promised. */
    private final long[] acknowledged = new long[CrashVictim.THREADS];
    private final Set<String> delivered = new HashSet<>();

    @Test
    void whatWasAcknowledgedSurvivesAKillAndNothingIsDoubled() throws Exception {
        killAndLook(3);
    }

    @Test
    @Tag("slow")
    void whatWasAcknowledgedSurvivesManyKills() throws Exception {
        killAndLook(60);
    }

    private void killAndLook(int rounds) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            runAndKill(random.nextInt(400));
            try (SqliteStore store = Folder.open(folder)) {
                look(store);
            } catch (AssertionError e) {
                throw new AssertionError("in round " + round + " with seed " + seed, e);
            }
        }
        try (SqliteStore store = Folder.open(folder)) {
            drain(store);
        }
    }

    private void runAndKill(int moreMillis) throws IOException, InterruptedException {
        Path errors = folder.resolveSibling(folder.getFileName() + ".err");
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CrashVictim.class.getName(),
                        folder.toString())
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader out = victim.inputReader(StandardCharsets.UTF_8)) {
            int heard = 0;
            long killAt = Long.MAX_VALUE;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                hear(line);
                heard++;
                if (heard == AT_LEAST) {
                    killAt = System.nanoTime() + moreMillis * 1_000_000L;
                    assertEquals(new StoreProblem.InUse(folder.toString()), Folder.problem(folder));
                }
                if (System.nanoTime() > killAt) {
                    // Through the handle: the process itself would close its output, and we want the rest of it.
                    assertTrue(victim.toHandle().destroyForcibly());
                    killAt = Long.MAX_VALUE;
                }
            }
            assertTrue(heard >= AT_LEAST, () -> "the victim died early: " + read(errors));
        } finally {
            victim.destroyForcibly();
        }
        assertEquals(128 + 9, victim.waitFor(), () -> read(errors));
        Files.deleteIfExists(errors);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** The last line may have been cut by the kill; a promise counts when its line was whole. */
    private void hear(String line) {
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals("ack")) {
            int thread = Integer.parseInt(words[1]);
            acknowledged[thread] = Math.max(acknowledged[thread], Long.parseLong(words[2]));
        } else if (words.length == 3 && words[0].equals("delivered")) {
            delivered.add(words[1] + " " + words[2]);
        } else {
            assertTrue("ack delivered".contains(words[0]), () -> "the victim says " + line);
        }
    }

    private void look(SqliteStore store) {
        Journal journal = store.journal();
        Set<String> open = new HashSet<>(openMessages(store).map(message -> CrashVictim.text(message.message().payload()))
                .asJava());
        for (int thread = 0; thread < CrashVictim.THREADS; thread++) {
            long version = journal.version(CrashVictim.stream(thread));
            long promised = acknowledged[thread];
            // One commit may have taken effect whose answer the victim did not live to hear.
            assertTrue(version == promised || version == promised + 1, "acknowledged " + promised + ", kept " + version);
            acknowledged[thread] = version;
            long expected = 1;
            for (RecordedEvent event : all(journal, thread)) {
                assertEquals(CrashVictim.payload(thread, expected), event.payload());
                String text = CrashVictim.text(event.payload());
                assertTrue(open.contains(text) || delivered.contains(text), () -> "lost the message " + text);
                assertTrue(journal.answered(CrashVictim.key(thread, expected), MUCH_LATER).isDefined());
                expected++;
            }
            assertEquals(version + 1, expected);
            Option<Row> row = journal.row(new RowKey("latest", CrashVictim.stream(thread).id()));
            assertEquals(CrashVictim.payload(thread, version), row.get().value());
        }
        LogReport report = LogVerifier.verify(
                journal, store.checkpoints(), Vector.of(LAST), Option.some(CrashVictim.signer().key()));
        assertEquals(Vector.empty(), report.findings());
        assertTrue(report.checkpoints() > 0);
    }

    private static Seq<RecordedEvent> all(Journal journal, int thread) {
        Vector<RecordedEvent> events = Vector.empty();
        Page<RecordedEvent> page;
        do {
            page = journal.stream(CrashVictim.stream(thread), events.size(), Journal.MAX_PAGE);
            events = events.appendAll(page.items());
        } while (page.hasMore());
        return events;
    }

    private static Seq<RecordedMessage> openMessages(SqliteStore store) {
        Vector<RecordedMessage> messages = Vector.empty();
        Page<RecordedMessage> page;
        do {
            long after = messages.lastOption().map(RecordedMessage::number).getOrElse(0L);
            page = store.outbox().open(after, Journal.MAX_PAGE);
            messages = messages.appendAll(page.items());
        } while (page.hasMore());
        return messages;
    }

    /** Leases of the dead have run out by then; every message comes, each stream's in order. */
    private static void drain(SqliteStore store) {
        long expected = openMessages(store).size();
        long[] last = new long[CrashVictim.THREADS];
        long drained = 0;
        while (true) {
            Seq<Delivery> claimed = store.outbox().claim(new Claim("mail", MUCH_LATER, 1, 100));
            if (claimed.isEmpty()) {
                break;
            }
            for (Delivery delivery : claimed) {
                String[] words = CrashVictim.text(delivery.message().message().payload()).split(" ", -1);
                int thread = Integer.parseInt(words[0]);
                long version = Long.parseLong(words[1]);
                assertTrue(version > last[thread], "out of order: " + delivery);
                last[thread] = version;
                assertEquals(Option.none(), store.outbox().done(delivery.lease()));
                drained++;
            }
        }
        assertEquals(expected, drained);
        assertTrue(store.outbox().open(0, 1).items().isEmpty());
    }
}
