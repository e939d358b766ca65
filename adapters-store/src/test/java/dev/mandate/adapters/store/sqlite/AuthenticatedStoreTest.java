package dev.mandate.adapters.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.audit.LogFinding;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.AuthenticatedStore;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.ports.spi.keys.JournalMac;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An attacker can write to the database but does not have the operator's secret. */
class AuthenticatedStoreTest {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final UnixTime TOMORROW = NOW.plusSeconds(86_400);
    private static final Tenant ACME = new Tenant("acme");
    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final RowKey ROW = new RowKey("account", "alpha");
    private static final RequestKey REQUEST = new RequestKey("key_1:POST", "order-1");
    private static final JournalMac OPERATOR = mac("operator");
    private static final JournalMac ANOTHER = mac("another");

    @TempDir
    private Path folder = Path.of("");

    private static JournalMac mac(String secret) {
        return record -> Sha256.of((secret + record).getBytes(StandardCharsets.UTF_8));
    }

    private static Payload payload(String content) {
        return new Payload("text", 1, "{\"text\":\"" + content + "\"}");
    }

    private AuthenticatedStore open(JournalMac key) {
        return new AuthenticatedStore(SqliteStores.open(folder), key);
    }

    private static Commit order(StreamId stream, long version) {
        return Commit.at(NOW)
                .append(stream, version, payload("event"))
                .change(new RowChange.Put(new RowKey("account", stream.id()), payload("row")))
                .answering(new IdempotencyRecord(REQUEST, Bytes32.ZERO, payload("answer"), TOMORROW))
                .sending(new OutboxMessage("mail", ACME, stream, payload("message")));
    }

    @BeforeEach
    void writeAJournal() {
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertTrue(store.journal().commit(order(ALPHA, 0)).isRight());
        }
    }

    private void edit(String sql, Object... parameters) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"));
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            assertTrue(statement.executeUpdate() > 0, "edited nothing");
        }
    }

    private Array<LogFinding> findings() {
        try (SqliteStore store = SqliteStores.open(folder)) {
            AuditTrust trust = new AuditTrust(Option.none(), Option.some(OPERATOR), Option.none(), Option.none());
            return LogVerifier.verify(store.audit(), Array.empty(), trust, () -> NOW).findings().toArray();
        }
    }

    private static void assertFound(Array<LogFinding> findings, String start) {
        assertTrue(findings.exists(it -> it instanceof LogFinding.MacWrong && it.text().startsWith(start)), findings::toString);
    }

    @Test
    void writtenRecordsAreReadBackAndVerified() {
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertEquals(1, store.journal().stream(ALPHA, 0, 10).items().size());
            assertTrue(store.journal().row(ROW).isDefined());
            assertEquals(REQUEST.scope(), store.journal().answered(REQUEST).get().key().scope());
            assertTrue(store.outbox().claim(Claim.of("mail", NOW, 30)).isDefined());
        }
        assertEquals(Array.empty(), findings());
    }

    /** Also the whole entity, so that its row and its events agree. */
    @Test
    void eventsThatThisProcessHasSeenAreMissedWhenTheyAreGone() throws SQLException {
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertEquals(1, store.journal().versioned(ROW).version());
            assertTrue(store.journal().commit(Commit.at(NOW).append(ALPHA, 1, payload("event"))).isRight());
            edit("DELETE FROM event WHERE version = 2");
            assertTrue(damage(store).endsWith("account/alpha had 2 events, and now has 1"), damage(store));
            edit("DELETE FROM event");
            edit("DELETE FROM state_row");
            assertTrue(damage(store).endsWith("account/alpha had 2 events, and now has 0"), damage(store));
        }
    }

    @Test
    void eventsThatWereSignedInTheDayBeforeTheLastCheckpointAreMissedAfterARestart() throws SQLException {
        try (AuthenticatedStore store = open(OPERATOR)) {
            sign(store, NOW);
            assertTrue(store.journal().commit(Commit.at(NOW).append(new StreamId("account", "beta"), 0, payload("event"))).isRight());
            sign(store, TOMORROW);
        }
        edit("DELETE FROM event WHERE stream_id = 'alpha'");
        edit("DELETE FROM state_row");
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertTrue(damage(store).endsWith("account/alpha had 1 events, and now has 0"), damage(store));
            assertTrue(store.journal().commit(Commit.at(NOW).append(new StreamId("account", "gamma"), 0, payload("event"))).isRight());
            sign(store, TOMORROW.plusSeconds(1));
        }
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertEquals(new VersionedRow(Option.none(), 0), store.journal().versioned(ROW));
        }
    }

    private static void sign(AuthenticatedStore store, UnixTime now) {
        assertTrue(new Checkpointer(store.journal(), store.checkpoints(), new TestLogSigner("log")).signNext(now).get().isDefined());
    }

    private static String damage(AuthenticatedStore store) {
        return String.valueOf(
                assertThrows(JournalDamagedException.class, () -> store.journal().versioned(ROW)).getMessage());
    }

    @Test
    void aClientsOwnWordForItsRequestIsNotStored() throws SQLException {
        assertThrows(AssertionError.class, () -> edit("UPDATE answer SET key = key WHERE key = ?", REQUEST.key()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stream_kind = 'other'", "stream_id = 'other'", "version = 2", "recorded_at = recorded_at + 1", "type = 'other'",
                "schema_version = 2", "content = '{}'", "content = replace(content, 'event', 'forged')",
                "content = '{\"text\":\"event\"}'", "content = replace(content, '\"mac\":\"', '\"mac\":\"0')"
            })
    void aChangedEventIsRefusedWhereItIsReadAlsoWithARightHash(String change) throws SQLException {
        edit("UPDATE event SET " + change);
        RecordedEvent changed;
        try (SqliteStore store = SqliteStores.open(folder)) {
            changed = store.journal().events(0, 1).items().head();
        }
        edit("UPDATE event SET hash = ?", (Object) EventHash.of(changed).toArray());

        try (AuthenticatedStore store = open(OPERATOR)) {
            assertThrows(JournalDamagedException.class, () -> store.journal().events(0, 10));
            assertThrows(JournalDamagedException.class, () -> store.journal().stream(changed.stream(), 0, 10));
        }
        assertFound(findings(), "event " + changed.version() + " of " + changed.stream());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind = 'other'", "key = 'other'", "type = 'other'", "schema_version = 2", "content = replace(content, 'row', 'forged')",
                "content = '{\"text\":\"row\"}'"
            })
    void aChangedRowIsRefusedWhereItIsRead(String change) throws SQLException {
        edit("UPDATE state_row SET " + change);
        RowKey changed;
        try (SqliteStore store = SqliteStores.open(folder)) {
            changed = store.audit().allRows(Option.none(), 1).items().head().key();
        }
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertThrows(JournalDamagedException.class, () -> store.journal().row(changed));
            assertThrows(JournalDamagedException.class, () -> store.journal().rows(RowScan.of(changed.kind(), 10)));
            Commit insert = Commit.at(NOW).change(new RowChange.Insert(changed, payload("new")));
            assertThrows(JournalDamagedException.class, () -> store.journal().commit(insert));
        }
        assertFound(findings(), "row " + changed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "request_digest = x'%s'", "type = 'other'", "schema_version = 2",
                "content = replace(content, 'answer', 'forged')", "content = '{\"text\":\"answer\"}'", "expires_at = expires_at + 1"
            })
    void aChangedAnswerIsRefusedWhereItIsRead(String change) throws SQLException {
        edit("UPDATE answer SET " + change.formatted("01".repeat(Bytes32.LENGTH)));
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertThrows(JournalDamagedException.class, () -> store.journal().answered(REQUEST));
            assertThrows(JournalDamagedException.class, () -> store.journal().commit(order(ALPHA, 1)));
        }
        assertFound(findings(), "answer ");
    }

    /** Otherwise the retry of a request would take effect again. */
    @Test
    void anAnswerWithAnAlteredExpiryIsRefusedOnRead() throws SQLException {
        edit("UPDATE answer SET expires_at = 1000");
        try (AuthenticatedStore store = open(OPERATOR)) {
            Answers answers = new Answers(store.journal(), () -> NOW, "text");
            assertThrows(JournalDamagedException.class, () -> answers.find(new Retry.Named(REQUEST, Bytes32.ZERO, TOMORROW)));
        }
        assertFound(findings(), "answer ");
    }

    /** An attacker cannot use an answer for another request either. */
    @Test
    void anAnswerOfAnotherRequestIsRefused() throws SQLException {
        RequestKey second = new RequestKey(REQUEST.scope(), "order-2");
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertTrue(store.journal()
                    .commit(Commit.at(NOW).answering(new IdempotencyRecord(second, Bytes32.ZERO, payload("second"), TOMORROW)))
                    .isRight());
        }
        edit("UPDATE answer SET content = (SELECT content FROM answer WHERE content LIKE '%second%')");
        try (AuthenticatedStore store = open(OPERATOR)) {
            assertThrows(JournalDamagedException.class, () -> store.journal().answered(REQUEST));
            assertTrue(store.journal().answered(second).isDefined());
        }
    }

    @Test
    void aMissingAnswerIsFoundUntilItWouldHaveExpired() throws SQLException {
        edit("DELETE FROM answer");
        assertEquals(Array.of(new LogFinding.AnswerMissing(ALPHA, 1, REQUEST.scope())), findings());
        try (SqliteStore store = SqliteStores.open(folder)) {
            assertEquals(
                    Array.empty(),
                    LogVerifier.verify(store.audit(), Array.empty(), AuditTrust.NONE, () -> TOMORROW).findings());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topic = 'mail', content = replace(content, 'message', 'forged')", "stream_id = 'other'", "tenant = 'aaa'",
                "recorded_at = recorded_at - 1", "type = 'other'", "content = '{\"text\":\"message\"}'"
            })
    void aChangedMessageIsBuriedAndTheOthersAreDelivered(String change) throws SQLException {
        edit("UPDATE outbox SET " + change);
        StreamId beta = new StreamId("account", "beta");
        try (AuthenticatedStore store = open(OPERATOR)) {
            Commit other = Commit.at(NOW).sending(new OutboxMessage("mail", ACME, beta, payload("fine")));
            assertTrue(store.journal().commit(other).isRight());

            assertEquals(
                    Option.some(beta),
                    store.outbox().claim(Claim.of("mail", NOW, 30)).map(delivery -> delivery.message().message().stream()));

            assertTrue(store.outbox().deadLetters(0, 10).items().single().reason().contains("MAC"));
        }
        assertFound(findings(), "message 1");
    }

    @Test
    void recordsOfAnotherOperatorAreRefused() {
        try (AuthenticatedStore store = open(ANOTHER)) {
            assertThrows(JournalDamagedException.class, () -> store.journal().row(ROW));
            assertThrows(JournalDamagedException.class, () -> store.journal().events(0, 1));
            assertThrows(JournalDamagedException.class, () -> store.journal().answered(REQUEST));
        }
    }
}
