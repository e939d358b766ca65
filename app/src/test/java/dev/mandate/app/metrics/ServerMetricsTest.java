package dev.mandate.app.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.micrometer.MeteredStore;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.control.Option;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerMetricsTest {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final Tenant ACME = new Tenant("acme");
    private static final Payload TEXT = new Payload("text", 1, "{}");

    private final Path folder;
    private final JournalStore store;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    ServerMetricsTest(@TempDir Path folder) {
        this.folder = folder;
        this.store = new MeteredStore(SqliteStore.open(folder).getOrElseThrow(problem -> new AssertionError(problem.text())), meters);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void pendingSubmissionsAreCountedByStateWithTheAgeOfTheOldest() {
        StoreReadings readings = readings();
        readings.look();
        assertEquals(0, value("mandate_submissions_oldest_seconds"));

        open(1, NOW.plusSeconds(-30));
        open(2, NOW.plusSeconds(-90));
        assertEquals(0, value("mandate_submissions_pending", "state", "built"));
        readings.look();

        assertEquals(2, value("mandate_submissions_pending", "state", "built"));
        assertEquals(0, value("mandate_submissions_pending", "state", "unknown"));
        assertEquals(90, value("mandate_submissions_oldest_seconds"));
    }

    @Test
    void waitingMessagesAndDeadLettersAreCounted() {
        send("alice", NOW.plusSeconds(-60));
        send("bob", NOW.plusSeconds(-50));
        send("carol", NOW.plusSeconds(-40));
        var delivery = store.outbox().claim(Claim.of("mail", NOW, 30)).get();
        assertEquals(Option.none(), store.outbox().bury(delivery.lease(), "550", NOW));

        readings().look();

        assertEquals(1, value("mandate_dead_letters"));
        assertEquals(2, value("mandate_outbox_pending", "topic", "mail"));
        assertEquals(50, value("mandate_outbox_oldest_seconds", "topic", "mail"));
        assertEquals(0, value("mandate_outbox_pending", "topic", "submission"));
    }

    @Test
    void aFailedReadingIsNotANumber() {
        StoreReadings waiting = readings();
        waiting.look();
        store.close();
        assertThrows(JournalUnavailableException.class, waiting::look);
        assertEquals(Double.NaN, value("mandate_dead_letters"));

        FolderReadings missing = new FolderReadings(folder.resolve("no such folder"), Array.empty(), meters);
        assertThrows(UncheckedIOException.class, missing::look);
        assertEquals(Double.NaN, value("mandate_data_dir_free_bytes"));
    }

    @Test
    void theSizeIsThatOfTheDatabaseAndItsLog() {
        new FolderReadings(folder, SqliteStore.FILES, meters).look();

        assertEquals(
                SqliteStore.FILES.map(file -> folder.resolve(file).toFile().length()).sum().doubleValue(), value("mandate_store_size_bytes"));
        assertTrue(value("mandate_data_dir_free_bytes") > 0);
    }

    @Test
    void commitsAreCountedByOutcome() {
        Commit first = Commit.at(NOW).append(new StreamId("text", "a"), 0, TEXT);
        assertTrue(store.journal().commit(first).isRight());
        assertTrue(store.journal().begin(first).get().isLeft());
        store.close();
        assertThrows(JournalUnavailableException.class, () -> store.journal().commit(first));

        assertEquals(Array.of(1.0, 1.0, 1.0), Array.of("committed", "refused", "failed").map(outcome -> counted("mandate_store_commits", outcome)));
    }

    @Test
    void mailsAreCountedByOutcome() throws InterruptedException {
        Iterator<Option<MailFault>> outcomes = Iterator.of(
                Option.none(), Option.some(new MailFault.Temporary("451")), Option.some(new MailFault.Permanent("550")), Option.none());
        MailTransport transport = new ServerMetrics(meters, () -> NOW).counted(mail -> outcomes.next());
        for (int i = 0; i < 4; i++) {
            var unused = transport.send(mail());
        }

        assertEquals(Array.of(2.0, 1.0, 1.0), Array.of("sent", "retried", "refused").map(outcome -> counted("mandate_mail", outcome)));
    }

    @Test
    void theFeePayersBalanceAndTheClocksAreRead() {
        SimulatedChain chain = new SimulatedChain(NOW.plusSeconds(-7));
        Address payer = TestKey.of("payer").address();
        chain.fund(payer, BaseUnits.of(5_000));
        ChainReadings readings = new ChainReadings(Network.DEVNET, chain, () -> NOW, payer, meters);
        assertEquals(Double.NaN, value("mandate_fee_payer_balance_lamports"));

        readings.look();

        assertEquals(5_000, value("mandate_fee_payer_balance_lamports"));
        assertEquals(-7, value("mandate_clock_difference_seconds"));
        assertEquals(1, value("mandate_nodes_required"));
    }

    private StoreReadings readings() {
        return new StoreReadings(store, () -> NOW, Array.of("mail", "submission"), meters);
    }

    private void open(int number, UnixTime at) {
        SubmissionRepository submissions = new SubmissionRepository(new TenantJournal(store.journal(), () -> at, ACME, Network.DEVNET));
        Bytes unsigned = Bytes.of((byte) number);
        assertTrue(store.journal()
                .commit(submissions.open(
                        Commit.at(at), submissions.id(unsigned), Address.ZERO, Array.empty(), unsigned, new Lifetime.UntilBlock(1, 150), Array.empty()))
                .isRight());
    }

    private void send(String stream, UnixTime at) {
        assertTrue(store.journal()
                .commit(Commit.at(at).sending(new OutboxMessage("mail", ACME, new StreamId("person", stream), TEXT)))
                .isRight());
    }

    private static CodeMail mail() {
        return new CodeMail(
                EmailAddress.parse("alice@example.com").get(),
                new ChallengeId("otp_" + "1".repeat(32)),
                OneTimeCode.parse("123456").get(),
                Option.none(),
                NOW);
    }

    private double value(String name, String... tags) {
        return meters.get(name).tags(tags).gauge().value();
    }

    private double counted(String name, String outcome) {
        return meters.get(name).tag("outcome", outcome).counter().count();
    }
}
