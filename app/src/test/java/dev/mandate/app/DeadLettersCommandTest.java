package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Outbox;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.control.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs while a server uses the folder and its lock, as for an operator. */
class DeadLettersCommandTest extends CommandFixture {

    private static final long DAY = 86_400;

    private final UnixTime now = new UnixTime(System.currentTimeMillis() / 1000);
    private final Path folder;
    private final SqliteStore server;

    DeadLettersCommandTest(@TempDir Path folder) {
        this.folder = folder;
        this.server = SqliteStore.open(folder).getOrElseThrow(problem -> new AssertionError(problem.text()));
    }

    @BeforeEach
    void buryTwoOfThree() {
        send("mail", "alice", "bob");
        send("mail", "alice");
        Outbox outbox = server.outbox();
        for (Delivery delivery : claimed(now)) {
            assertEquals(
                    Option.none(),
                    outbox.bury(delivery.lease(), "550 no such user \u001b[31m", now.plusSeconds(-2 * DAY)));
        }
    }

    @AfterEach
    void stopTheServer() {
        server.close();
    }

    private void send(String topic, String... streams) {
        Payload payload = new Payload("text", 1, "{}");
        Commit commit = Array.of(streams)
                .map(stream -> new OutboxMessage(topic, new Tenant("acme"), new StreamId("account", stream), payload))
                .foldLeft(Commit.at(now.plusSeconds(-3 * DAY)), Commit::sending);
        assertTrue(server.journal().commit(commit).isRight());
    }

    private int deadLetters(Path data, String command, String... more) {
        return mandate(Array.of("dead-letters", command, "--data-dir", data.toString())
                .appendAll(List.of(more))
                .toJavaArray(String[]::new));
    }

    private Array<Long> open() {
        return server.outbox().open(0, 10).items().map(RecordedMessage::number).toArray();
    }

    private Array<Delivery> claimed(UnixTime at) {
        return Iterator.continually(() -> server.outbox().claim(Claim.of("mail", at, 30)))
                .takeWhile(Option::isDefined)
                .map(Option::get)
                .toArray();
    }

    private Array<Long> due() {
        return claimed(now.plusSeconds(60)).map(delivery -> delivery.lease().number());
    }

    @Test
    void listShowsTriesAgesAndTheLastReason() {
        assertEquals(0, deadLetters(folder, "list"), err::toString);
        assertEquals(
                """
                number  topic  stream         tries  sent     given up  last reason
                1       mail   account/alice  1      3 d ago  2 d ago   550 no such user  [31m
                2       mail   account/bob    1      3 d ago  2 d ago   550 no such user  [31m

                2 dead letters. Each holds up those behind it: mandate dead-letters retry NUMBER, or discard NUMBER.
                """,
                out.toString().replace(System.lineSeparator(), "\n"));
    }

    @Test
    void aRetriedLetterIsDueAtOnceAndTheOthersStay() {
        assertEquals(0, deadLetters(folder, "retry", "2"), err::toString);
        assertEquals("message 2 will be tried again" + System.lineSeparator(), out.toString());
        assertEquals(Array.of(2L), due());
        assertEquals(1, server.outbox().deadLetters(0, 10).items().size());
    }

    @Test
    void allAreRetriedAtOnce() {
        assertEquals(0, deadLetters(folder, "retry", "--all"), err::toString);
        assertEquals(Array.of(1L, 2L), due().sorted());
    }

    @Test
    void aDiscardedLetterReleasesTheNextMessage() {
        assertEquals(0, deadLetters(folder, "discard", "1"), err::toString);
        assertEquals("message 1 is discarded" + System.lineSeparator(), out.toString());
        assertEquals(Array.of(2L, 3L), open());
        assertEquals(Array.of(3L), due());
    }

    @Test
    void anUnknownNumberIsReportedAndTheOthersAreProcessed() {
        assertEquals(1, deadLetters(folder, "discard", "77", "3", "2"));
        assertTrue(err.toString().startsWith("message 77 is no dead letter"), err::toString);
        assertTrue(err.toString().contains("message 3 is no dead letter"), err::toString);
        assertEquals(Array.of(1L, 3L), open());
    }

    @Test
    void lettersOfAStoppedServerAreRetried() {
        server.close();
        assertEquals(0, deadLetters(folder, "retry", "1"), err::toString);
        try (SqliteStore again = SqliteStore.open(folder).get()) {
            assertEquals(1, again.outbox().deadLetters(0, 10).items().size());
        }
    }

    @Test
    void anEmptyListIsReported() {
        assertEquals(0, deadLetters(folder, "discard", "1", "2"), err::toString);
        assertEquals(0, deadLetters(folder, "list"), err::toString);
        assertTrue(out.toString().endsWith("No dead letters." + System.lineSeparator()), out::toString);
    }

    @Test
    void aMissingJournalIsReportedAndNotCreated() {
        Path nowhere = folder.resolve("nowhere");
        for (String command : List.of("list", "discard", "retry")) {
            assertEquals(1, deadLetters(nowhere, command, command.equals("list") ? new String[0] : new String[] {"1"}));
        }
        assertTrue(err.toString().contains("there is no journal"), err::toString);
        assertTrue(Files.notExists(nowhere));
    }

    @Test
    void aloneItLists() {
        assertEquals(0, deadLetters(folder, "list"), err::toString);
        String listed = out.toString();
        out.getBuffer().setLength(0);

        assertEquals(0, mandate("dead-letters", "--data-dir", folder.toString()), err::toString);

        assertEquals(listed, out.toString());
    }

    @Test
    void aCallWithoutNumbersIsAUsageError() {
        assertEquals(2, deadLetters(folder, "retry"));
        assertEquals(2, deadLetters(folder, "retry", "1", "--all"));
        assertEquals(2, deadLetters(folder, "discard", "--all"));
        assertFalse(server.outbox().deadLetters(0, 10).items().isEmpty());
    }

    @Test
    void aFolderBeforeTheSubcommandIsRefused() {
        assertEquals(2, mandate("dead-letters", "--data-dir", folder.toString(), "discard", "1"));
        assertEquals(2, mandate("dead-letters", "--data-dir", folder.toString(), "list"));

        assertEquals(2, server.outbox().deadLetters(0, 10).items().size());
    }

    @Test
    void anAgeIsTheLargestUnitThatItFills() {
        UnixTime then = new UnixTime(0);
        assertEquals("59 s ago", DeadLettersCommand.age(then, new UnixTime(59)));
        assertEquals("1 min ago", DeadLettersCommand.age(then, new UnixTime(119)));
        assertEquals("1 h ago", DeadLettersCommand.age(then, new UnixTime(7_199)));
        assertEquals("23 h ago", DeadLettersCommand.age(then, new UnixTime(DAY - 1)));
        assertEquals("1 d ago", DeadLettersCommand.age(then, new UnixTime(DAY)));
        assertEquals("0 s ago", DeadLettersCommand.age(new UnixTime(10), then));
    }
}
